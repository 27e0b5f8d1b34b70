import { sql } from 'kysely'
import { citer } from '#figures/format'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import type { Lexique } from '../listes/lexique'
import { type Forme, isOtherScript, judgeFormes } from './formes'
import { lire, motsDe, termes } from './pliures'
import type { Carte, Faits, Regle } from './regle'

/** A script that fewer than these of the base write in is another. */
const PART_ECRITURE = 0.01

/** Whether a text is an advert; scripts that set no words apart are searched for it. */
function createAdverts({ publicites }: Lexique): (text: string) => boolean {
  const latines = termes(publicites)
  const ailleurs = publicites.filter(isOtherScript)
  return (text) =>
    lire(motsDe(text), latines).dits.length > 0 ||
    ailleurs.some((mot) => text.toLowerCase().includes(mot))
}

interface Etrange {
  firstname: string | null
  lastname: string | null
  contacts: string[]
}

type Trouvaille = Forme & { contacts: string[] }

/** Names with other signs than letters, and those that are the same twice: hardly any. */
const ETRANGE = sql`(
  concat_ws(' ', firstname, lastname) collate "C" ~ '[^A-Za-z\u00c0-\u024f\u0300-\u036f\u1e00-\u1eff ''\u2019.,()/&-]'
  or concat_ws(' ', firstname, lastname) collate "C" !~ '[A-Za-z\u00c0-\uffff]'
  or concat_ws(' ', firstname, lastname) ~ '[A-Za-z0-9]\\.[A-Za-z]{2}|\\.\\./'
  or firstname = lastname
)`

const SUES = new WeakMap<Db, Promise<Trouvaille[]>>()

/** What the signs of all names betray: read once a search, by whichever rule is first. */
async function readFormes(tx: Db, lexique: Lexique): Promise<Trouvaille[]> {
  const hasAdvert = createAdverts(lexique)
  const { rows } = await sql<Etrange>`
    select firstname, lastname, array_agg(contact_id) as contacts
    from (
      select contact_id, left(firstname, 200) as firstname, left(lastname, 200) as lastname
      from donateurs
      where not coalesce(is_company, false) and ${ETRANGE}
    ) as fiches
    group by firstname, lastname`.execute(tx)
  const { donateurs } = onlyRow(
    await sql<{ donateurs: number }>`select count(*) as donateurs from donateurs`.execute(tx),
  )
  const wholeOf = ({ firstname, lastname }: Etrange) => `${firstname ?? ''} ${lastname ?? ''}`
  const written = rows
    .filter((row) => isOtherScript(wholeOf(row)))
    .reduce((all, { contacts }) => all + contacts.length, 0)
  const rareScript = written < donateurs * PART_ECRITURE || written <= 20
  return rows.flatMap((row) => {
    const { contacts, ...card } = row
    const isAdvert = hasAdvert(wholeOf(row))
    return judgeFormes(card, { rareScript, isAdvert }).map((forme) => ({ contacts, ...forme }))
  })
}

function formesOf(tx: Db, lexique: Lexique): Promise<Trouvaille[]> {
  const known = SUES.get(tx) ?? readFormes(tx, lexique)
  SUES.set(tx, known)
  return known
}

const said = ({ champ }: Faits, carte: Carte | null): string => {
  const text =
    champ === 'nom'
      ? carte?.lastname
      : champ === 'prénom'
        ? carte?.firstname
        : [carte?.firstname, carte?.lastname].filter(Boolean).join(' ')
  const named = champ === 'prénom' ? 'Son prénom' : 'Son nom'
  return text ? `${named}, ${citer(text.slice(0, 100))},` : named
}

const regle = (
  code: Forme['regle'],
  libelle: string,
  points: string,
  phrase: Regle['phrase'],
): Regle => ({
  code,
  libelle,
  famille: 'identite',
  personnelle: true,
  points,
  trouver: async (tx, { cle, lexique }) => {
    const found = (await formesOf(tx, lexique)).filter((forme) => forme.regle === code)
    return sql`
      select contact_id, ${cle(sql`md5(concat_ws(' ', champ, genre, left(firstname, 200), left(lastname, 200)))`)} as cle, points,
        jsonb_build_object('champ', champ, 'genre', genre) as faits
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        as trouvailles (contacts text[], champ text, genre text, points integer)
      cross join unnest(contacts) as contact_id
      join donateurs using (contact_id)`
  },
  phrase,
})

/** The rules that read the signs of a name, and no list. */
export const nomsImpossibles: readonly Regle[] = [
  regle(
    'N1',
    'Nom sans aucune lettre',
    '50',
    (faits, carte) => `${said(faits, carte)} n’a aucune lettre.`,
  ),
  regle(
    'N2',
    'Code, adresse ou balise dans un nom',
    '50',
    (faits, carte) => `${said(faits, carte)} contient ${String(faits['genre'])}.`,
  ),
  regle(
    'N3',
    'Chiffres dans un nom',
    '50',
    (faits, carte) => `${said(faits, carte)} contient des chiffres.`,
  ),
  regle(
    'N4',
    'Deux fois le même mot composé',
    '50',
    (faits, carte) =>
      `${said(faits, carte)} est deux fois le même mot, comme en écrivent des programmes.`,
  ),
  regle('N5', 'Nom d’une autre écriture', '20 ou 50', (faits, carte) =>
    faits['genre'] === 'publicité'
      ? `${said(faits, carte)} est une publicité, dans une écriture que presque personne d’autre n’emploie ici.`
      : `${said(faits, carte)} est d’une écriture que presque personne d’autre n’emploie ici.`,
  ),
  regle(
    'N7',
    'Case mise à la place du nom',
    '20',
    (faits, carte) =>
      `${said(faits, carte)} est ${String(faits['genre'])}\u00A0: une case à corriger dans le fichier, plutôt qu’un faux donateur.`,
  ),
]
