import { type RawBuilder, sql } from 'kysely'
import type { LectureFichier } from '#contract/fichiers'
import { citer } from '#figures/format'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { Problem } from '../../problem'
import { depotOf } from '../staging/depot'
import { CODES, MAX_CENTS, tropDeMontants } from './evaluer'
import { ANONYME } from './identites'
import { DON, ECARTEE, REMBOURSEMENT } from './lues'

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
  constantes[code] ? sql`coalesce(${sql.ref(code)}, ${constantes[code]}::text)` : sql.ref(code)

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
 * Makes `rendus`: refunds of the rows, each with the key that it is remembered by and the gift that it is of; where the
 * row has no key of its own, by that gift, the day, the amount and which of such equal ones it is. And `vises`: gifts of
 * the rows that refunds of these or of earlier files are of, or that other rows say are none.
 */
async function lireRemboursements(tx: Db, { lues, lecture, table }: Addition): Promise<void> {
  const prefixe = `${lecture.prefixe}-`
  await sql`
    create unlogged table ${table('rendus')} as
    select
      ligne, texte, cents as ecrits, centimes, don_id,
      case
        when reference <> '' and cle <> '' then ${prefixe} || cle
        else concat_ws('#', don_id, jour, centimes, row_number() over (partition by don_id, jour, centimes, reference = '' or cle = ''))
      end as cle
    from (
      select *, abs(cents) as centimes, ${prefixe} || case when reference <> '' then reference else cle end as don_id
      from ${lues}
      where sort = ${sql.lit(REMBOURSEMENT)}
    ) as r
  `.execute(tx)
  await sql`
    create unlogged table ${table('vises')} as
    select cle, sum(cents)::bigint as brut
    from ${lues}
    where sort = ${sql.lit(DON)} and cle in (
      select substr(don_id, ${prefixe.length + 1}) from ${table('rendus')}
      union all
      select cle from ${lues} where sort = ${sql.lit(ECARTEE)}
      union all
      select substr(don_id, ${prefixe.length + 1}) from remboursements where starts_with(don_id, ${prefixe})
    )
    group by cle
  `.execute(tx)
  await sql`analyze ${table('vises')}`.execute(tx)
  await sql`
    create unlogged table ${table('orphelins')} as
    select ligne from ${table('rendus')} as r
    where not exists (select from ${table('vises')} as d where ${prefixe} || d.cle = r.don_id)
      and not exists (select from donations where donations.id = r.don_id)
  `.execute(tx)
}

/**
 * Makes `corriges`: gifts that refunds of the file or of earlier ones are of, or that rows say are none, with what each
 * is now: the file's own gifts, and stored ones that are not in it.
 */
async function corriger(tx: Db, { lues, lecture, table }: Addition): Promise<void> {
  const prefixe = `${lecture.prefixe}-`
  await sql`
    create unlogged table ${table('corriges')} as
    with valables as (
      select distinct on (cle) cle, don_id, centimes
      from ${table('rendus')} where ligne not in (select ligne from ${table('orphelins')})
      order by cle, centimes desc, don_id
    ),
    connus as (
      select cle, don_id, centimes, brut from remboursements
      where cle not in (select cle from valables)
        and (don_id in (select don_id from valables) or don_id in (select ${prefixe} || cle from ${table('vises')}))
    ),
    rendus as (
      select don_id, sum(centimes) as rendu, max(brut) as brut
      from (
        select v.don_id, v.centimes, r.brut from valables as v left join remboursements as r using (cle, don_id)
        union all
        select don_id, centimes, brut from connus
      ) as tous
      group by don_id
    ),
    ecartes as (
      select distinct ${prefixe} || cle as don_id
      from ${lues} where sort = ${sql.lit(ECARTEE)} and cle <> ''
      except
      select ${prefixe} || cle from ${table('vises')}
    ),
    stockes as (
      select id as don_id, (order_amount * 100)::bigint as stocke
      from donations
      where id in (select don_id from ecartes) or id in (select don_id from rendus)
    )
    select
      don_id,
      d.cle is not null as dans_le_fichier,
      ecartes.don_id is not null as ecarte,
      -- What is no gift any more is none that a later refund could be taken off.
      case when ecartes.don_id is null then coalesce(d.brut, rendus.brut, stockes.stocke) else 0 end as brut,
      case
        when ecartes.don_id is not null then 0
        else greatest(0, coalesce(d.brut, rendus.brut, stockes.stocke) - rendu)
      end as centimes
    from rendus
    full join ecartes using (don_id)
    left join ${table('vises')} as d on ${prefixe} || d.cle = don_id
    left join stockes using (don_id)
    where d.cle is not null or stockes.don_id is not null
  `.execute(tx)
}

/**
 * Fills the depot of the file with its gifts, and with stored ones that it changes. Day, donor and codes of a gift are
 * those of its largest row, of equally large ones the same whatever their order.
 */
async function deposer(tx: Db, order: Addition): Promise<void> {
  const { fichierId, lecture, lues, contacts, table } = order
  const { lignes } = depotOf(fichierId)
  const columns = colonnesDe(lecture)
  const prefixe = `${lecture.prefixe}-`
  const OWN: Record<string, RawBuilder<unknown>> = {
    id: sql`${prefixe} || cle`,
    order_amount: sql`coalesce(c.centimes, comptees.brut) * 0.01`,
    order_date: sql`jour`,
    contact_id: sql`coalesce(contact, ${prefixe + ANONYME})`,
  }
  const own = columns.map((column) =>
    isCode(column) ? codeOf(column, lecture) : (OWN[column] ?? sql.ref(column)),
  )
  const stored = columns.map((column) =>
    column === 'order_amount' ? sql`c.centimes * 0.01` : sql.ref(`s.${column}`),
  )
  const codes = CODES.map((code) => sql.ref(code))
  const repetees = table('repetees')
  await sql`
    insert into ${lignes} (${sql.join(columns.map((column) => sql.ref(column)))})
    select ${sql.join(own)}
    from (
      select l.*, cents as brut
      from ${lues} as l
      where sort = ${sql.lit(DON)} and not exists (select from ${repetees} as r where r.cle = l.cle)
      union all
      (
        select distinct on (cle) l.*, brut
        from ${lues} as l
        join ${repetees} using (cle)
        left join ${contacts} using (personne)
        where sort = ${sql.lit(DON)} and cents = plus_grande
        order by cle, jour, contact, order_id, ${sql.join(codes)}
      )
    ) as comptees
    left join ${contacts} using (personne)
    left join ${table('corriges')} as c on c.don_id = ${prefixe} || cle
    union all
    select ${sql.join(stored)}
    from ${table('corriges')} as c
    join donations as s on s.id = c.don_id
    where not dans_le_fichier
  `.execute(tx)
  await sql`analyze ${lignes} (id, contact_id)`.execute(tx)
}

/** Makes gifts of the rows of a reading, in the depot of the file; donors must have their contacts. */
export async function ranger(tx: Db, order: Addition): Promise<void> {
  await additionner(tx, order)
  await lireRemboursements(tx, order)
  await corriger(tx, order)
  await deposer(tx, order)
}

/** Remembers refunds for good, and what their gifts were before them. */
export async function retenirRemboursements(tx: Db, { table }: Addition): Promise<void> {
  await sql`
    insert into remboursements (cle, don_id, centimes, brut)
    select distinct on (r.cle) r.cle, don_id, r.centimes, c.brut
    from ${table('rendus')} as r
    join ${table('corriges')} as c using (don_id)
    where ligne not in (select ligne from ${table('orphelins')})
    order by r.cle, r.centimes desc, don_id
    on conflict (cle) do update set don_id = excluded.don_id, centimes = excluded.centimes, brut = excluded.brut
  `.execute(tx)
  await sql`
    update remboursements as r set brut = c.brut
    from ${table('corriges')} as c
    where r.don_id = c.don_id and r.brut <> c.brut
  `.execute(tx)
}
