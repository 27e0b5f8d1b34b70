import { type RawBuilder, sql } from 'kysely'
import type { ResultatImport, TypeFichier } from '#contract/imports'
import { FIELDS } from '#files/entetes'
import type { Db } from '../../platform/database/connect'
import { KEY } from '../staging/depot'
import type { Comparison, Extent } from './comparison'

/** Beyond this many changed rows, an import does not keep them as they were. */
export const MOST_KEPT = 200_000

/** Of so many imports the changed rows are kept, and for so many days. */
const IMPORTS_KEPT = 10
export const DAYS_KEPT = 30

/** Whether the changed rows of an import are kept; those of an undoing are not. */
export const areKept = ({
  inseres,
  modifies,
  retires = 0,
}: Pick<ResultatImport, 'inseres' | 'modifies'> & { retires?: number }) =>
  retires === 0 && inseres + modifies > 0 && inseres + modifies <= MOST_KEPT

const fieldsOf = (type: TypeFichier) =>
  FIELDS[type].map(({ field }) => field).filter((field) => field !== KEY[type])

/** A row without its key and empty fields, as JSON; `tableOf` says where each field comes from. */
export const asJson = (type: TypeFichier, tableOf: (field: string) => string) =>
  sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(
    fieldsOf(type).flatMap((field) => [
      sql`${sql.lit(field)}::text`,
      sql.ref(`${tableOf(field)}.${field}`),
    ]),
  )}))`

/** The stored row `t` before, and as the file's row `s` will leave it. */
export const beforeOf = ({ type }: Comparison): RawBuilder<object> =>
  sql`case when ${sql.ref(`t.${KEY[type]}`)} is not null then ${asJson(type, () => 't')} end`
export const afterOf = ({ type, columns }: Comparison): RawBuilder<object> =>
  sql`${asJson(type, (field) => (columns.includes(field) ? 's' : 't'))}`

/** The years of a gift before and after; none of a card. */
const yearsOf = ({ type }: Comparison) =>
  type === 'donations'
    ? sql`case
        when date_part('year', t.order_date) <> date_part('year', s.order_date)
        then array[date_part('year', t.order_date), date_part('year', s.order_date)]
        else array[date_part('year', s.order_date)]
      end::smallint[]`
    : sql`'{}'::smallint[]`

/**
 * Keeps the rows that an import will change, before it does. The cards of anonymised contacts stay empty whatever the
 * file says.
 */
export async function keepBefore(
  tx: Db,
  fichierId: string,
  comparison: Comparison,
  { nouveaux, modifies, isCompared }: Extent,
): Promise<void> {
  if (!areKept({ inseres: nouveaux, modifies })) return
  const { type, depot } = comparison
  const key = sql.ref(KEY[type])
  const changed = isCompared
    ? sql`${depot.ecarts} as e join ${depot.lignes} as s on s.${key} = e.${key} and s.ctid = e.place`
    : sql`${depot.lignes} as s`
  const said =
    type === 'donateurs'
      ? sql`where not exists (select from contacts_anonymises as a where a.contact_id = s.contact_id)`
      : sql``
  await sql`
    insert into lignes_avant_import (fichier_id, cle, avant, apres, annees)
    select ${fichierId}::uuid, s.${key}, ${beforeOf(comparison)}, ${afterOf(comparison)}, ${yearsOf(comparison)}
    from ${changed}
    left join ${sql.table(type)} as t on t.${key} = s.${key}
    ${said}`.execute(tx)
}

/** Forgets the changed rows of all but the last imports; what was undone takes no other's place. */
export async function forgetBefore(db: Db): Promise<void> {
  const { rows } = await sql<{ fichier_id: string }>`
    select fichier_id
    from (
      select fichier_id, termine_le,
        dense_rank() over (
          partition by coalesce(de, fichier_id) in (select annule from imports where annule is not null and statut = 'completed')
          order by commence_le desc, coalesce(de, fichier_id)
        ) as rang
      from imports
      join fichiers using (fichier_id)
      where lignes_gardees
    ) as gardes
    where rang > ${IMPORTS_KEPT} or termine_le < clock_timestamp() - make_interval(days => ${DAYS_KEPT})`.execute(
    db,
  )
  for (const { fichier_id } of rows)
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('imports')
        .set({ lignes_gardees: false })
        .where('fichier_id', '=', fichier_id)
        .execute()
      for (const table of ['lignes_avant_import', 'remboursements_avant_import'] as const)
        await tx.deleteFrom(table).where('fichier_id', '=', fichier_id).execute()
    })
  await sql`
    delete from fiches_dites_avant_import
    where fichier_id not in (
      select coalesce(de, fichier_id) from imports join fichiers using (fichier_id) where lignes_gardees
    )`.execute(db)
}
