import { type RawBuilder, sql } from 'kysely'
import type { LectureFichier } from '#contract/fichiers'
import { citer } from '#figures/format'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { Problem } from '../../problem'
import { depotOf } from '../staging/depot'
import { CODES, MAX_CENTS, tropDeMontants } from './evaluer'
import { ANONYME } from './identites'
import { DON } from './lues'
import { corriger, lireRemboursements } from './rendus'

/** Tables of one transaction that makes gifts of the rows of a reading. */
export interface Addition {
  fichierId: string
  lecture: LectureFichier
  lues: RawBuilder<unknown>
  personnes: RawBuilder<unknown>
  contacts: RawBuilder<unknown>
  /** Name of the other tables, in schema depots. */
  table: (part: string) => RawBuilder<unknown>
}

/** The columns of donations that a reading fills; those that it does not are left alone. */
export function colonnesDe({ colonnes, constantes }: LectureFichier): string[] {
  const codes = CODES.filter((code) => colonnes[code] !== undefined || constantes[code])
  const order = colonnes.order_id === undefined ? [] : ['order_id']
  return ['id', ...order, 'order_amount', 'order_date', 'contact_id', ...codes]
}

const isCode = (column: string): column is (typeof CODES)[number] =>
  CODES.some((code) => code === column)

/** What a row says of a code, else the constant of the reading. */
const codeOf = (code: (typeof CODES)[number], { constantes }: LectureFichier) =>
  constantes[code]
    ? sql`coalesce(${sql.ref(`comptees.${code}`)}, ${sql.ref(`k.${code}`)})`
    : sql.ref(`comptees.${code}`)

/** So many lines are named. */
const NAMED = 5

async function refuserCleRepetee(tx: Db, { lecture, lues, table }: Addition): Promise<void> {
  if (lecture.cle === 'commande_et_jour') return
  const { rows } = await sql<{ cle: string; lignes: number[]; combien: number }>`
    select cle, (array_agg(ligne order by ligne))[:3] as lignes, (select count(*) from ${table('repetees')}) as combien
    from ${lues} where sort = ${sql.lit(DON)} and cle in (select cle from ${table('repetees')})
    group by cle order by min(ligne) limit ${NAMED}`.execute(tx)
  const [first] = rows
  if (!first) return
  const shown = rows.map(
    ({ cle, lignes }) => `${citer(cle.slice(0, 60))} aux lignes ${lignes.join(', ')}`,
  )
  const more = first.combien > rows.length ? ` et ${first.combien - rows.length} autres` : ''
  throw new Problem(
    'invalide',
    `Cette colonne ne peut pas être la clé d’un don\u00a0: elle se répète (${shown.join('\u00a0; ')}${more}). Choisissez-en une autre, ou additionnez les lignes d’une même commande.`,
    { champ: 'cle' },
  )
}

/**
 * Makes `repetees`: keys of several counted rows, with their sum, how many they are and how large the largest is. Most
 * rows are a gift of their own, and the pass has told which may not be.
 */
async function additionner(tx: Db, order: Addition): Promise<void> {
  const { lues, table } = order
  await sql`
    create unlogged table ${table('repetees')} as
    select cle, sum(cents)::bigint as brut, count(*) as compte, max(cents) as plus_grande
    from ${lues}
    where sort = ${sql.lit(DON)} and cle in (select cle from ${lues} where sort = ${sql.lit(DON)} and est_reprise)
    group by cle having count(*) > 1
  `.execute(tx)
  await sql`analyze ${table('repetees')}`.execute(tx)
  await refuserCleRepetee(tx, order)
  const { most } = onlyRow(
    await sql<{ most: number }>`
      select coalesce(max(brut), 0) as most from ${table('repetees')}`.execute(tx),
  )
  if (most > MAX_CENTS) throw tropDeMontants()
}

/**
 * Makes `retenues`: of each repeated key the row that its gift is told by, the largest, of equally large ones the same
 * whatever their order.
 */
async function retenirLignes(tx: Db, { lues, contacts, table }: Addition): Promise<void> {
  const codes = CODES.map((code) => sql.ref(code))
  await sql`
    create unlogged table ${table('retenues')} as
    select distinct on (cle) cle, ligne, brut
    from ${lues}
    join ${table('repetees')} using (cle)
    left join ${contacts} using (personne)
    where sort = ${sql.lit(DON)} and cents = plus_grande
    order by cle, jour, contact, order_id, ${sql.join(codes)}
  `.execute(tx)
  await sql`analyze ${table('retenues')}`.execute(tx)
}

/** The rows that are gifts, each with whether its gift is told by it. */
export const lignesDesDons = ({ lues, table }: Addition) => sql`
  (
    select l.*, coalesce(r.brut, l.cents) as brut, r.cle is null or r.ligne = l.ligne as retenue
    from ${lues} as l
    left join ${table('retenues')} as r on r.cle = l.cle
    where sort = ${sql.lit(DON)}
  ) as comptees`

/**
 * Makes the gifts of the file, and the stored ones that it changes: in its depot, or as a view of it where they are only
 * looked at. Day, donor and codes of a gift are those of its largest row.
 */
async function deposer(tx: Db, order: Addition, isDry: boolean): Promise<void> {
  const { fichierId, lecture, contacts, table } = order
  const { lignes } = depotOf(fichierId)
  const columns = colonnesDe(lecture)
  const prefixe = sql`${sql.lit(`${lecture.prefixe}-`)}`
  const OWN: Record<string, RawBuilder<unknown>> = {
    id: sql`${prefixe} || cle`,
    order_amount: sql`coalesce(c.centimes, comptees.brut) * 0.01`,
    order_date: sql`jour`,
    contact_id: sql`coalesce(contact, ${prefixe} || ${sql.lit(ANONYME)})`,
  }
  const own = columns.map((column) =>
    isCode(column) ? codeOf(column, lecture) : (OWN[column] ?? sql.ref(column)),
  )
  const stored = columns.map((column) =>
    column === 'order_amount' ? sql`c.centimes * 0.01` : sql.ref(`s.${column}`),
  )
  // A view has no parameters.
  await sql`
    create unlogged table ${table('constantes')} as
    select ${sql.join(CODES.map((code) => sql`${lecture.constantes[code] || null}::text as ${sql.ref(code)}`))}
  `.execute(tx)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`
    ${isDry ? sql`create view ${lignes} (${names}) as` : sql`insert into ${lignes} (${names})`}
    select ${sql.join(own)}
    from ${lignesDesDons(order)}
    cross join ${table('constantes')} as k
    left join ${contacts} using (personne)
    left join ${table('corriges')} as c on c.don_id = ${prefixe} || comptees.cle
    where retenue
    union all
    select ${sql.join(stored)}
    from ${table('corriges')} as c
    join donations as s on s.id = c.don_id
    where not dans_le_fichier
  `.execute(tx)
  if (!isDry) await sql`analyze ${lignes} (id, contact_id)`.execute(tx)
}

/** Makes gifts of the rows of a reading; donors must have their contacts. */
export async function ranger(tx: Db, order: Addition, isDry: boolean): Promise<void> {
  await additionner(tx, order)
  await lireRemboursements(tx, order)
  await corriger(tx, order)
  await retenirLignes(tx, order)
  await deposer(tx, order, isDry)
}
