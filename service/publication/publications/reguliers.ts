import { type RawBuilder, sql } from 'kysely'
import type { ChiffreRegulier, Difference } from '#contract/publications'
import type { Db } from '../../platform/database/connect'
import { type Changement, tellByPublication } from './par-publication'

/** A row as publications kept it: from one up to the one before another. */
interface Gardee {
  depuis: number
  jusqua: number | null
}

/** What a day adds to a figure of a year: a count of the days that the data of a publication reach. */
const JOURS: Record<Exclude<ChiffreRegulier, 'reguliers-montant'>, RawBuilder<unknown>> = {
  'reguliers-demarres': sql`case when ecart = 0 then demarres_annee end`,
  'reguliers-arretes': sql`case when ecart = 0 then arretes_annee end`,
  'reguliers-suivis': sql`case when ecart = 0 then demarres_annee when ecart < 0 then demarres - arretes end`,
}

const readHorizons = async (tx: Db) =>
  (
    await sql<Gardee & { jour: string | null }>`
      select ligne::jsonb ->> 'jour' as jour, depuis, jusqua
      from publications_lignes
      where vue = 'horizon_publie'`.execute(tx)
  ).rows

const readJours = async (tx: Db, chiffre: keyof typeof JOURS, annee: number) =>
  (
    await sql<Gardee & { jour: string; nombre: number }>`
      select *
      from (
        select to_char(jour, 'YYYY-MM-DD') as jour, (${JOURS[chiffre]})::bigint as nombre, depuis, jusqua
        from publications_lignes
        cross join lateral jsonb_to_record(ligne::jsonb)
          as jours (jour date, demarres bigint, arretes bigint, demarres_annee bigint, arretes_annee bigint)
        cross join lateral (select date_part('year', jour) - ${annee}::integer as ecart) as ecarts
        where vue = 'reguliers_jours'
      ) as comptes
      where nombre <> 0`.execute(tx)
  ).rows

/** What began and ended with each publication up to `a`, in order. */
function byPublication<Row extends Gardee>(rows: readonly Row[], a: number) {
  const changes = new Map<number, { added: Row[]; removed: Row[] }>()
  const of = (publication: number) => {
    const found = changes.get(publication) ?? { added: [], removed: [] }
    changes.set(publication, found)
    return found
  }
  for (const row of rows) {
    if (row.depuis <= a) of(row.depuis).added.push(row)
    if (row.jusqua !== null && row.jusqua <= a) of(row.jusqua).removed.push(row)
  }
  return changes
}

/** What each publication up to `a` changed of a figure that counts days up to its horizon. */
async function readDaily(
  tx: Db,
  chiffre: keyof typeof JOURS,
  annee: number,
  a: number,
): Promise<Changement[]> {
  const days = byPublication(await readJours(tx, chiffre, annee), a)
  const horizons = byPublication(await readHorizons(tx), a)
  const counts = new Map<string, number>()
  let horizon: string | null = null
  let before = 0
  const changes: Changement[] = []
  for (const publication of [...new Set([...days.keys(), ...horizons.keys()])].toSorted(
    (one, other) => one - other,
  )) {
    const { added = [], removed = [] } = days.get(publication) ?? {}
    for (const { jour, nombre } of removed) counts.set(jour, (counts.get(jour) ?? 0) - nombre)
    for (const { jour, nombre } of added) counts.set(jour, (counts.get(jour) ?? 0) + nombre)
    const moved = horizons.get(publication)
    if (moved) horizon = moved.added.at(-1)?.jour ?? null
    let now = 0
    for (const [jour, nombre] of counts) if (horizon !== null && jour <= horizon) now += nombre
    if (now !== before) changes.push({ publication, effet: now - before })
    before = now
  }
  return changes
}

/** What each publication up to `a` changed of the cents of series in a year. */
async function readMontants(tx: Db, annee: number, a: number): Promise<Changement[]> {
  const { rows } = await sql<Changement>`
    select publication, sum(effet)::bigint as effet
    from publications_lignes
    cross join lateral (select round((ligne::jsonb ->> 'montant')::numeric * 100) as cents) as montants
    cross join lateral (values (depuis, cents), (jusqua, -cents)) as effets (publication, effet)
    where vue = 'reguliers_dons' and (ligne::jsonb ->> 'annee')::integer = ${annee} and publication <= ${a}
    group by publication
    having sum(effet) <> 0
    order by publication`.execute(tx)
  return rows
}

/**
 * Explains why the regular givers of a year differ between two publications: by publication, with all that had come before
 * it, as a series is known by several gifts of several imports.
 */
export async function readReguliers(
  tx: Db,
  { chiffre, annee, de, a }: { chiffre: ChiffreRegulier; annee: number; de: number; a: number },
): Promise<Difference> {
  return chiffre === 'reguliers-montant'
    ? tellByPublication(tx, await readMontants(tx, annee, a), { de, unit: 100 })
    : tellByPublication(tx, await readDaily(tx, chiffre, annee, a), { de })
}
