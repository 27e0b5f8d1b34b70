import { sql } from 'kysely'
import { type ActePoids, POIDS, type Poids, type PoidsDeRegle } from '#contract/poids'
import { LIGNES_AU_PLUS } from '#contract/values'
import type { Bilan, CodeRegle } from '#contract/verification'
import { formatPercent } from '#figures/format'
import type { Db } from '../platform/database/connect'
import { onlyRow } from '../platform/database/only-row'
import { inSnapshot } from '../platform/database/snapshot'
import { Problem } from '../problem'
import { ETATS, RARETE, signales, signalesPar, WAVES } from './raisons'
import { REGLES } from './regles'
import { SEUILS } from './seuils'

const ACTE = sql`
  decision_id, regle, poids, raison, decide_par, identite,
  to_char(decide_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as decide_le,
  exclus, legitimes`

/** The weights that are not whole, by rule. */
export async function readPoids(db: Db): Promise<Map<string, Poids>> {
  const rows = await db.selectFrom('poids_en_vigueur').select(['regle', 'poids']).execute()
  return new Map(
    rows.flatMap(({ regle, poids }) => {
      const known = POIDS.find((one) => one === poids)
      return known === undefined ? [] : [[regle, known]]
    }),
  )
}

interface Niveau {
  regle: CodeRegle
  points: number
  porteurs: number
  donateurs: number
  rarete: number
}

/** What of the rules counts less, since so many of the donors bear it: a sentence by rule. A wave is one thing of many. */
export async function readRarete(tx: Db): Promise<Map<CodeRegle, string>> {
  const { rows } = await sql<Niveau>`
    select regle, points, porteurs, donateurs, ${RARETE}::double precision as rarete
    from regles_etat
    where regle <> all (${WAVES}::text[])
    order by regle, points desc`.execute(tx)
  const levels = new Map<CodeRegle, Niveau[]>()
  for (const row of rows) levels.set(row.regle, [...(levels.get(row.regle) ?? []), row])
  return new Map(
    [...levels].flatMap(([regle, own]): [CodeRegle, string][] => {
      const less = own.find(({ rarete }) => rarete < 1)
      if (!less) return []
      const part = `${formatPercent((100 * less.porteurs) / Math.max(1, less.donateurs))} des donateurs`
      const strong = own[0] === less ? '' : `, sauf à ${own[0]?.points} points`
      return [
        [
          regle,
          less.rarete > 0
            ? `ne compte que pour ${formatPercent(100 * less.rarete)}\u00A0: ${part}${strong}`
            : `muette\u00A0: ${part}${strong}`,
        ],
      ]
    }),
  )
}

/** The next lesser weight, where people mostly judged genuine whom the rule named. */
export function propose(
  { exclus, legitimes }: Pick<Bilan, 'exclus' | 'legitimes'>,
  poids: Poids,
): Poids | null {
  const decided = exclus + legitimes
  const { decides, partLegitime } = SEUILS.poids
  if (decided < decides || legitimes < decided * partLegitime) return null
  return POIDS.find((lesser) => lesser < poids) ?? null
}

/** Who is to review if the rule weighed so much. */
async function readEffet(
  tx: Db,
  regle: CodeRegle,
  poids: Poids,
): Promise<PoidsDeRegle['effets'][number]> {
  const autres = sql`(
    select regle, poids from poids_en_vigueur where regle <> ${regle}
    union all
    select ${regle}, ${poids}::integer
  )`
  const { rows } = await sql<{ a_verifier: number; montant: number }>`
    select count(*) as a_verifier, coalesce(sum(montant), 0) as montant
    from ${signales(signalesPar(sql`true`, autres))} as signales
    where ${ETATS.a_verifier}`.execute(tx)
  return { poids, ...onlyRow({ rows }) }
}

/** Of those with enough points whom the rule names: how many were excluded, and judged genuine. */
const readDecides = async (
  tx: Db,
  regle: CodeRegle,
): Promise<Pick<Bilan, 'exclus' | 'legitimes'>> =>
  onlyRow(
    await sql<Pick<Bilan, 'exclus' | 'legitimes'>>`
    select count(*) filter (where ${ETATS.exclus}) as exclus, count(*) filter (where ${ETATS.legitimes}) as legitimes
    from ${signales()} as signales
    where ${regle} = any (regles)`.execute(tx),
  )

/** A rule's weight, what others would change, and who gave it which. */
export const readPoidsDeRegle = (db: Db, regle: CodeRegle): Promise<PoidsDeRegle> =>
  inSnapshot(db, async (tx) => {
    const found = REGLES.find(({ code }) => code === regle)
    if (!found) throw new Problem('introuvable', 'Cette règle n’existe pas.', { champ: 'regle' })
    const { rows: actes } = await sql<ActePoids>`
      select ${ACTE} from poids_regles where regle = ${regle} order by numero desc limit ${LIGNES_AU_PLUS}`.execute(
      tx,
    )
    const poids = (await readPoids(tx)).get(regle) ?? 100
    const decided = await readDecides(tx, regle)
    const effets = []
    for (const one of POIDS) effets.push(await readEffet(tx, regle, one))
    return {
      regle,
      libelle: found.libelle,
      points: found.points,
      poids,
      propose: propose(decided, poids),
      ...decided,
      effets,
      actes,
    }
  })

export type Pesee = Pick<
  ActePoids,
  'decision_id' | 'regle' | 'poids' | 'raison' | 'decide_par' | 'identite'
>

/** Gives a rule another weight; idempotent by `decision_id`. The queue follows as soon as points are added up anew. */
export const weigh = (
  db: Db,
  { decision_id, regle, poids, raison, decide_par, identite }: Pesee,
): Promise<ActePoids> =>
  db.transaction().execute(async (tx) => {
    const { exclus, legitimes } = await readDecides(tx, regle)
    const { rows } = await sql<ActePoids>`
      select ${ACTE}
      from inscrire_poids_regle(
        ${decision_id}, ${regle}, ${poids}, ${raison}, ${decide_par}, ${identite}, ${exclus}, ${legitimes}
      )`.execute(tx)
    const [acte] = rows
    if (!acte)
      throw new Problem('conflit', `La règle ${regle} pèse déjà ${poids}\u00A0% de ses points.`, {
        champ: 'poids',
      })
    if (acte.regle === regle && acte.poids === poids) return acte
    throw new Problem(
      'conflit',
      'Cet identifiant de décision a déjà servi. Rechargez la page et recommencez.',
      { champ: 'decision_id' },
    )
  })
