import { type RawBuilder, sql } from 'kysely'
import type { LectureFichier } from '#contract/lecture'
import { citer } from '#figures/format'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { Problem } from '../../problem'
import { createDepot, depotOf } from '../staging/depot'
import { MAX_CENTS, tropDeMontants } from './evaluer'
import { ANONYME } from './identites'
import { deSort } from './lues'
import { corriger, lireRemboursements } from './rendus'
import { CODES, type Addition } from './vocabulaire'

/** The columns of donations that a reading fills; those that it does not are left alone. */
export function colonnesDe({ colonnes, constantes }: LectureFichier): string[] {
  const codes = CODES.filter((code) => colonnes[code] !== undefined || constantes[code])
  const order = colonnes.order_id === undefined ? [] : ['order_id']
  return ['id', ...order, 'order_amount', 'order_date', 'contact_id', ...codes]
}

const isCode = (column: string): column is (typeof CODES)[number] =>
  CODES.some((code) => code === column)

/** What a row says of a code, else the constant of the reading. */
const codeOf = (code: (typeof CODES)[number], { lecture: { constantes }, table }: Addition) =>
  constantes[code]
    ? sql`coalesce(${sql.ref(`comptees.${code}`)}, (select ${sql.ref(code)} from ${table('constantes')}))`
    : sql.ref(`comptees.${code}`)

/** So many lines are named. */
const NAMED = 5

async function refuserCleRepetee(tx: Db, { lecture, table }: Addition): Promise<void> {
  if (typeof lecture.cle === 'string') return
  const { rows } = await sql<{ cle: string; lignes: number[]; combien: number }>`
    select cle, (array_agg(ligne order by ligne))[:3] as lignes, count(*) over () as combien
    from ${table('repetees')} where compte > 1
    group by cle order by min(ligne) limit ${NAMED}`.execute(tx)
  const [first] = rows
  if (!first) return
  const shown = rows.map(
    ({ cle, lignes }) => `${citer(cle.slice(0, 60))} aux lignes ${lignes.join(', ')}`,
  )
  const more = first.combien > rows.length ? ` et ${first.combien - rows.length} autres` : ''
  throw new Problem(
    'invalide',
    `Cette colonne ne peut pas être la clé d’un don\u00a0: elle se répète (${shown.join('\u00a0; ')}${more}). Choisissez une autre colonne, ou additionnez les lignes d’une même commande le même jour\u00a0; si ce sont deux fois les mêmes dons, retirez ces lignes du fichier.`,
    { champ: 'cle' },
  )
}

/**
 * Makes `repetees`: the rows whose key others have too, as far as the pass could tell, with the sum of each key, and
 * which of its rows tells the gift: the largest, of equally large ones the same whatever their order. Most rows are a
 * gift of their own.
 */
async function additionner(tx: Db, order: Addition): Promise<void> {
  const { lues, contacts, table } = order
  const codes = CODES.map((code) => sql.ref(code))
  await sql`
    create unlogged table ${table('repetees')} as
    select cle, ligne, personne, jour, cents, sum(cents) over cles as brut, count(*) over cles as compte,
      row_number() over (
        partition by cle order by cents desc, jour, contact, order_id, ${sql.join(codes)}
      ) = 1 as retenue
    from ${lues}
    left join ${contacts} using (personne)
    where ${deSort('compte')} and cle in (select cle from ${lues} where ${deSort('compte')} and est_reprise)
    window cles as (partition by cle)
  `.execute(tx)
  await sql`analyze ${table('repetees')} (ligne, retenue)`.execute(tx)
  await refuserCleRepetee(tx, order)
  const { most } = onlyRow(
    await sql<{ most: number }>`
      select coalesce(max(brut), 0) as most from ${table('repetees')}`.execute(tx),
  )
  if (most > MAX_CENTS) throw tropDeMontants()
}

/** How many rows are added to another of their key. */
export const compterAdditionnees = async (tx: Db, { table }: Addition): Promise<number> =>
  onlyRow(
    await sql<{ lignes: number }>`
      select count(*) as lignes from ${table('repetees')} where not retenue`.execute(tx),
  ).lignes

/** The rows that tell a gift, each with its sum. */
export const lignesDesDons = ({ lues, table }: Addition) => sql`
  (
    select l.*, coalesce(r.brut, l.cents) as brut
    from ${lues} as l
    left join ${table('repetees')} as r on r.ligne = l.ligne
    where ${deSort('compte')} and r.retenue is not false
  ) as comptees`

const namesOf = ({ lecture }: Addition) =>
  sql.join(colonnesDe(lecture).map((column) => sql.ref(column)))

/**
 * Makes a view of the gifts of the file, and of the stored ones that it changes. Day, donor and codes of a gift are those
 * of its largest row.
 */
async function montrer(tx: Db, order: Addition): Promise<void> {
  const { lectureId, lecture, contacts, table } = order
  const columns = colonnesDe(lecture)
  const prefixe = sql`${sql.lit(`${lecture.prefixe}-`)}`
  const { estCorrige } = onlyRow(
    await sql<{ estCorrige: boolean }>`
      select exists (select from ${table('corriges')}) as "estCorrige"`.execute(tx),
  )
  const OWN: Record<string, RawBuilder<unknown>> = {
    id: sql`${prefixe} || cle`,
    order_amount: estCorrige
      ? sql`coalesce(c.centimes, comptees.brut) * 0.01`
      : sql`comptees.brut * 0.01`,
    order_date: sql`jour`,
    contact_id: sql`coalesce(contact, ${prefixe} || ${sql.lit(ANONYME)})`,
  }
  const own = columns.map((column) =>
    isCode(column) ? codeOf(column, order) : (OWN[column] ?? sql.ref(column)),
  )
  const stored = columns.map((column) =>
    column === 'order_amount' ? sql`c.centimes * 0.01` : sql.ref(`s.${column}`),
  )
  // A view has no parameters.
  await sql`
    create unlogged table ${table('constantes')} as
    select ${sql.join(CODES.map((code) => sql`${lecture.constantes[code] || null}::text as ${sql.ref(code)}`))}
  `.execute(tx)
  const corriges = estCorrige
    ? sql`left join ${table('corriges')} as c on c.don_id = ${prefixe} || comptees.cle`
    : sql``
  await sql`
    create view ${depotOf(lectureId).lignes} (${namesOf(order)}) as
    select ${sql.join(own)}
    from ${lignesDesDons(order)}
    left join ${contacts} using (personne)
    ${corriges}
    union all
    select ${sql.join(stored)}
    from ${table('corriges')} as c
    join ${table('stockes')} as s on s.id = c.don_id
    where not dans_le_fichier
  `.execute(tx)
}

/** Fills the depot of a file with the gifts that are in view. */
export async function deposer(tx: Db, order: Addition, fichierId: string): Promise<void> {
  const { lignes } = depotOf(fichierId)
  await createDepot(tx, fichierId, 'donations')
  await sql`
    insert into ${lignes} (${namesOf(order)})
    select ${namesOf(order)} from ${depotOf(order.lectureId).lignes}`.execute(tx)
  await sql`analyze ${lignes} (id, contact_id)`.execute(tx)
}

/** Makes gifts of the rows of a reading; donors must have their contacts. */
export async function ranger(tx: Db, order: Addition): Promise<void> {
  await additionner(tx, order)
  await lireRemboursements(tx, order)
  await corriger(tx, order)
  await montrer(tx, order)
}
