import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ActeMot, MotsDeVerification } from '#contract/lexique'
import { LIGNES_AU_PLUS } from '#contract/values'
import { citer } from '#figures/format'
import { waitForOthers } from '../../exclusions/record'
import type { Db } from '../../platform/database/connect'
import { Problem } from '../../problem'
import { motsDe } from '../regles/pliures'
import { LEXIQUE, type Lexique, type Liste, LISTES } from './lexique'

const ACTE = sql`
  numero, decision_id, liste, mot, retire, raison, decide_par, identite,
  to_char(decide_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as decide_le`

/** The last word on each that somebody added or took off. */
async function readActes(tx: Db): Promise<ActeMot[]> {
  const { rows } = await sql<ActeMot>`
    select * from (
      select distinct on (liste, mot) ${ACTE} from mots_verification order by liste, mot, numero desc
    ) as derniers
    order by numero desc`.execute(tx)
  return rows
}

/** A list as it is now. */
const actual = (liste: Liste, actes: readonly ActeMot[]): string[] => {
  const own = actes.filter((acte) => acte.liste === liste)
  const gone = new Set(own.filter(({ retire }) => retire).map(({ mot }) => mot))
  const added = own.filter(({ retire }) => !retire).map(({ mot }) => mot)
  return [...new Set([...LEXIQUE[liste].map(fold), ...added])].filter((mot) => !gone.has(mot))
}

const fold = (mot: string) => motsDe(mot).join(' ')
const isListe = (liste: string): liste is Liste => Object.hasOwn(LISTES, liste)
const LISTES_LUES = Object.keys(LISTES).filter(isListe)

/** The lists that are shipped, with what people added to them and took off. */
export async function readLexique(tx: Db): Promise<Lexique> {
  const actes = await readActes(tx)
  return {
    ...LEXIQUE,
    ...Object.fromEntries(LISTES_LUES.map((liste) => [liste, actual(liste, actes)])),
  }
}

/** Each list with its words, and who changed it. */
export async function readMots(db: Db): Promise<MotsDeVerification> {
  const actes = await readActes(db)
  return {
    listes: LISTES_LUES.map((liste) => ({
      liste,
      libelle: LISTES[liste],
      mots: actual(liste, actes).toSorted((one, other) => one.localeCompare(other, 'fr')),
    })),
    actes: actes.slice(0, LIGNES_AU_PLUS),
  }
}

interface SurMot {
  decision_id?: string | undefined
  liste: Liste
  mot: string
  retire: boolean
  raison: string
  decide_par: string
  identite: string | null
}

/** Adds a word to a list or takes it off; idempotent by `decision_id`. The list of donors follows with the next search. */
export const changeMot = (db: Db, acte: SurMot): Promise<ActeMot> =>
  db.transaction().execute(async (tx) => {
    const { decision_id = randomUUID(), liste, retire, raison, decide_par, identite } = acte
    const mot = fold(acte.mot)
    if (mot.length < 2)
      throw new Problem('invalide', 'Écrivez un mot, ou plusieurs, de deux lettres au moins.', {
        champ: 'mot',
      })
    await waitForOthers(tx)
    const { rows: before } = await sql<ActeMot>`
      select ${ACTE} from mots_verification where decision_id = ${decision_id}`.execute(tx)
    const [earlier] = before
    if (earlier) return earlier
    if (actual(liste, await readActes(tx)).includes(mot) !== retire)
      throw new Problem(
        'conflit',
        `${citer(mot)} ${retire ? 'n’est pas' : 'est déjà'} dans la liste ${citer(LISTES[liste])}.`,
        { champ: 'mot' },
      )
    const { rows } = await sql<ActeMot>`
      insert into mots_verification (decision_id, liste, mot, retire, raison, decide_par, identite)
      values (${decision_id}, ${liste}, ${mot}, ${retire}, ${raison}, ${decide_par}, ${identite})
      returning ${ACTE}`.execute(tx)
    const [written] = rows
    if (!written) throw new Error('Un mot inscrit rend sa ligne.')
    return written
  })
