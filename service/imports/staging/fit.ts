import { type RawBuilder, sql } from 'kysely'
import type { TypeFichier } from '#contract/imports'
import type { Db } from '../../platform/database/connect'
import type { Lecture } from '../parsing/lecture'
import { centsOf, depotOf } from './depot'

/** Columns of repeated values: a value never seen before reveals a shifted cell. */
const REPEATING: Record<TypeFichier, string[]> = {
  donations: ['codemedia_code', 'campaign_code', 'origincode_code', 'product_code'],
  donateurs: ['civility'],
}

/** With more distinct values than this, a column proves nothing. */
const MOST_VALUES = 10_000

/** Distinct values of a column, in whole rows of the file or stored. */
async function knownValues(
  db: Db,
  { lignes, type, column }: { lignes: RawBuilder<unknown>; type: TypeFichier; column: string },
): Promise<string[]> {
  const name = sql.ref(column)
  const { rows } = await sql<{ valeur: string }>`
    select ${name} as valeur from ${lignes} where ${name} is not null
    union
    select ${name} from ${sql.table(type)} where ${name} is not null
    limit ${MOST_VALUES + 1}
  `.execute(db)
  return rows.map(({ valeur }) => valeur)
}

/** Conditions on a short row for its cells to be in their columns, one per column. */
async function conditions(
  db: Db,
  { fichierId, type, columns }: { fichierId: string; type: TypeFichier; columns: string[] },
): Promise<RawBuilder<boolean>[]> {
  const { lignes } = depotOf(fichierId)
  const found: RawBuilder<boolean>[] = []
  for (const column of REPEATING[type].filter((name) => columns.includes(name))) {
    const values = await knownValues(db, { lignes, type, column })
    const name = sql.ref(`r.${column}`)
    if (values.length <= MOST_VALUES)
      found.push(sql`(${name} is null or ${name} = any(${values}::text[]))`)
  }
  const { rows } = await sql<{ chiffres: boolean | null; longueur: number | null }>`
    select bool_and(contact_id ~ '^[0-9]+$') as chiffres, max(length(contact_id)) as longueur
    from ${lignes}
  `.execute(db)
  const [shape] = rows
  if (shape?.longueur)
    found.push(
      sql`(length(r.contact_id) <= ${shape.longueur + 1}
        and (${!shape.chiffres} or r.contact_id ~ '^[0-9]+$'))`,
    )
  return found
}

/**
 * Drops completed short rows whose cells do not fit their columns: a delimiter missing in the middle shifts the cells
 * after it. If a file has no whole row and all lack the same cells, they are kept. Returns the updated counts.
 */
export async function keepFitting(
  db: Db,
  fichierId: string,
  type: TypeFichier,
  lecture: Lecture,
): Promise<Lecture> {
  if (lecture.courtesValides === 0) return lecture
  const isCutAlike = lecture.manquantesMin === lecture.manquantesMax
  if (lecture.valides + lecture.zeros === 0 && isCutAlike) return lecture
  const fits = await conditions(db, { fichierId, type, columns: lecture.colonnes })
  if (fits.length === 0) return lecture
  const { reprises } = depotOf(fichierId)
  const deplacee = sql`courte and not (${sql.join(fits, sql` and `)})`
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ nombre: number }>`
      select count(*) as nombre from ${reprises} as r where ${deplacee}
    `.execute(tx)
    const moved = rows[0]?.nombre ?? 0
    if (moved === 0) return lecture
    await sql`
      update imports_rejets set motif_complete = 'cellule_deplacee'
      where fichier_id = ${fichierId} and ligne in (select ligne from ${reprises} as r where ${deplacee})
    `.execute(tx)
    await sql`delete from ${reprises} as r where ${deplacee}`.execute(tx)
    return { ...lecture, ...(await recount(tx, { reprises, type })), ...noted(lecture, moved) }
  })
}

/** Recounts the short rows that stay. */
async function recount(
  tx: Db,
  { reprises, type }: { reprises: RawBuilder<unknown>; type: TypeFichier },
): Promise<Partial<Lecture>> {
  if (type === 'donateurs') {
    const { rows } = await sql<{ courtesValides: number }>`
      select count(*) as "courtesValides" from ${reprises} where courte
    `.execute(tx)
    return { ...rows[0] }
  }
  const { rows } = await sql<Partial<Lecture>>`
    select
      count(*) as "courtesValides",
      count(*) filter (where order_amount = 0) as "courtesZeros",
      ${centsOf(type)} as "courtesCentimes",
      coalesce(to_char(min(order_date), 'YYYYMMDD')::integer, 0) as "courtesPremierJour",
      coalesce(to_char(max(order_date), 'YYYYMMDD')::integer, 0) as "courtesDernierJour"
    from ${reprises}
    where courte
  `.execute(tx)
  return { ...rows[0] }
}

/** The reasons once short rows are completed, with `moved` shifted rows. */
function noted({ motifsCompletes }: Lecture, moved: number): Pick<Lecture, 'motifsCompletes'> {
  const { valide = 0, cellule_deplacee = 0 } = motifsCompletes
  return {
    motifsCompletes: {
      ...motifsCompletes,
      valide: valide - moved,
      cellule_deplacee: cellule_deplacee + moved,
    },
  }
}
