import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { COLONNES } from '../calcul/lignes'
import { calculerPersonnes, type Ligne } from '../calcul/personnes'

/** A published fact that does not match the donor's gifts. */
export interface Ecart {
  contact_id: string
  annee: number
  colonnes: string
}

type Cle = Pick<Ecart, 'contact_id' | 'annee'>

const cleDe = ({ contact_id, annee }: Ligne | Cle): string => `${annee} ${contact_id}`

/** A fact without its generation; lists of codes are sets. */
const FAIT = sql.raw(
  COLONNES.faits
    .split(/,\s*/)
    .filter((colonne) => colonne !== 'generation')
    .map((colonne) =>
      colonne.startsWith('autres_') ? `codes_distincts(${colonne}) as ${colonne}` : colonne,
    )
    .join(', '),
)

const publiesDe = (contacts: readonly (string | null | undefined)[]) => sql`
  faits_donateurs
  where generation = (select generation from faits_publies) and contact_id = any (${contacts}::text[])`

/**
 * Which of these recounted facts are others than the published ones, and in which columns; in none where none is published.
 * The database compares them, as lists of codes may be long.
 */
async function comparerFaits(
  tx: Db,
  recomptes: readonly Ligne[],
): Promise<(Cle & { colonnes: string[] | null })[]> {
  const contacts = [...new Set(recomptes.map(({ contact_id }) => contact_id))]
  const { rows } = await sql<Cle & { colonnes: string[] | null }>`
    with recomptes as materialized (
      select ${FAIT} from json_populate_recordset(null::faits_donateurs, ${JSON.stringify(recomptes)}::json)
    ),
    publies as materialized (select ${FAIT} from ${publiesDe(contacts)})
    select
      contact_id,
      annee,
      (
        select array_agg(key order by key collate "C")
        from jsonb_each(to_jsonb(publies))
        where value <> to_jsonb(recomptes) -> key
      ) as colonnes
    from recomptes
    left join publies using (contact_id, annee)
    where to_jsonb(recomptes) is distinct from to_jsonb(publies)`.execute(tx)
  return rows
}

interface Serie {
  contact_id: string
  rythme: number
  premier: string
  jours: string[]
  montants: number[]
}

const SERIE = ['contact_id', 'rythme', 'premier', 'jours', 'montants']

/** Series as the database reads them; of several servers, read before anything is made of them. */
async function lireSeries(tx: Db, source: RawBuilder<unknown>): Promise<Serie[]> {
  const { rows } = await sql<{ lue: Serie }>`
    with lues as materialized (select ${sql.raw(SERIE.join(', '))} from ${source})
    select to_jsonb(lues) as lue from lues`.execute(tx)
  return rows.map(({ lue }) => lue)
}

/** Told by the year of the first that differs. */
function comparerSeries(publiees: readonly Serie[], trouvees: readonly Serie[]): Ecart[] {
  const texteDe = (serie: Serie) => JSON.stringify(serie, SERIE)
  const [gardees, neuves] = [publiees, trouvees].map((series) => new Set(series.map(texteDe)))
  const autres = [...publiees, ...trouvees]
    .filter((serie) => gardees?.has(texteDe(serie)) !== neuves?.has(texteDe(serie)))
    .sort((une, autre) => (une.premier < autre.premier ? -1 : 1))
  const premieres = new Map(
    autres.toReversed().map(({ contact_id, premier }) => [contact_id, premier]),
  )
  return [...premieres].map(([contact_id, premier]) => ({
    contact_id,
    annee: Number(premier.slice(0, 4)),
    colonnes: 'séries',
  }))
}

/** Whose card moved since the publication: the next refresh knows their department. */
async function lireDeplaces(tx: Db): Promise<(contact: string) => boolean> {
  const { rows } = await sql<{ contact_id: string | null }>`
    select contact_id from fiches_deplacees`.execute(tx)
  const deplaces = new Set(rows.map(({ contact_id }) => contact_id))
  return (contact) => deplaces.has(null) || deplaces.has(contact)
}

/**
 * The published facts of some donors that are not what their stored gifts come to, with the columns that differ; of a donor
 * whose facts are right, the series.
 */
export async function comparer(tx: Db, donateurs: readonly string[]): Promise<Ecart[]> {
  const { contacts } = onlyRow(
    await sql<{ contacts: string[] }>`
      select array(select distinct unnest(membres_des_groupes(${donateurs}::text[]))) as contacts`.execute(
      tx,
    ),
  )
  const { source } = onlyRow(
    await sql<{ source: string }>`select dons_stockes(${contacts}::text[]) as source`.execute(tx),
  )
  const estDeplace = await lireDeplaces(tx)
  const ecarts: Ecart[] = []
  const recomptes = new Set<string>()
  const trouvees: Serie[] = []
  const tables = ['faits', 'series'] as const
  for await (const { table, lignes } of calculerPersonnes(tx, { contacts, source, tables })) {
    const lues = sql`json_populate_recordset(null::series_dons, ${JSON.stringify(lignes)}::json)`
    if (table === 'series') trouvees.push(...(await lireSeries(tx, lues)))
    else {
      for (const ligne of lignes) recomptes.add(cleDe(ligne))
      for (const { colonnes, ...cle } of await comparerFaits(tx, lignes)) {
        const autres = colonnes?.filter(
          (nom) => nom !== 'departement' || !estDeplace(cle.contact_id),
        )
        if (autres?.length !== 0)
          ecarts.push({ ...cle, colonnes: autres?.join(', ') ?? 'fait absent' })
      }
    }
  }
  const { rows: publies } = await sql<Cle>`
    select contact_id, annee from ${publiesDe(contacts)}`.execute(tx)
  for (const publie of publies)
    if (!recomptes.has(cleDe(publie))) ecarts.push({ ...publie, colonnes: 'fait sans don' })
  const differents = new Set(ecarts.map(({ contact_id }) => contact_id))
  const publiees = await lireSeries(
    tx,
    sql`series_dons where contact_id = any (${contacts}::text[])`,
  )
  const series = comparerSeries(publiees, trouvees)
  return [...ecarts, ...series.filter(({ contact_id }) => !differents.has(contact_id))]
}
