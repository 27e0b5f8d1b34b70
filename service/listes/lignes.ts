import { type RawBuilder, sql } from 'kysely'
import type { DonateurListe, ListeQuery } from '#contract/listes'
import type { Db } from '../database/connect'
import type { Profil } from '../database/schema'
import { readCampagne, readDemande } from './demande'
import { ENSEMBLES } from './ensembles'
import type { Condition, Demande, Ensemble } from './ensembles/ensemble'

/** A list as its parts of SQL: what it is of, who is in it, in which order. */
export interface Selection {
  ensemble: Ensemble
  demande: Demande
  source: RawBuilder<unknown>
  /** The source as far as these contacts need it. */
  sourceOf: (ids: string[]) => RawBuilder<unknown>
  condition: Condition
  /** The same, asked of these contacts. */
  conditionOf: (ids: string[]) => Condition
  tri: Tri
}

interface Tri {
  cle: RawBuilder<unknown>
  sens: RawBuilder<unknown>
}

/** The rows that a set is of. */
const FAITS: Record<Ensemble['faits'], (ids: string[] | undefined) => RawBuilder<unknown>> = {
  donateurs_annees: () => sql`donateurs_annees`,
  donateurs_carrieres: () => sql`donateurs_carrieres`,
  // Every contact with a donation, in the shape of the careers; who gave nothing above 0 has none.
  contacts: (ids) => sql`(
    select contact_id, exclu, nombre, montant, premier_jour, dernier_jour, derniere_annee, dernier_montant, profil
    from donateurs_carrieres
    union all
    select contact_id collate "C", false, 0, 0, null, null, null, null, null
    from donations
    where order_amount <= 0
      ${ids ? sql`and contact_id = any(${ids}::text[])` : sql``}
      and not exists (
        select from donateurs_carrieres where donateurs_carrieres.contact_id = donations.contact_id collate "C"
      )
    group by contact_id
  )`,
}

/** The first two characters of a postal code, three overseas. */
const DEPARTEMENT = sql`
  case when left(fiches.zip, 3) between '971' and '976' then left(fiches.zip, 3) else left(fiches.zip, 2) end`

/** The sum of the career; of a career it is the amount itself. */
const cumulOf = ({ faits }: Ensemble) =>
  faits === 'donateurs_annees' ? sql`faits.cumul` : sql`faits.montant`

const dernierDonOf = ({ faits }: Ensemble) =>
  faits === 'donateurs_annees' ? sql`faits.dernier_don` : sql`faits.dernier_jour`

/** The code of the first gift of the year; over a career, of its first year. */
const mediaIs = ({ faits }: Ensemble, media: string): Condition =>
  faits === 'donateurs_annees'
    ? sql`faits.media = ${media}`
    : sql`exists (
        select from donateurs_annees as debuts
        where debuts.contact_id = faits.contact_id and debuts.annee_precedente is null and debuts.media = ${media}
      )`

function filtersOf(ensemble: Ensemble, query: ListeQuery, campagne: Profil | undefined) {
  const { montant_min, montant_max, cumul_min, media, departement, avec_email } = query
  return [
    montant_min !== undefined && sql`faits.montant >= ${montant_min}::numeric`,
    montant_max !== undefined && sql`faits.montant <= ${montant_max}::numeric`,
    cumul_min !== undefined && sql`${cumulOf(ensemble)} >= ${cumul_min}::numeric`,
    media !== undefined && mediaIs(ensemble, media),
    campagne && sql`faits.profil = ${campagne}`,
    departement !== undefined && sql`${DEPARTEMENT} = ${departement.toUpperCase()}`,
    avec_email !== undefined && sql`fiches.email <> ''`,
  ].filter((condition) => typeof condition === 'object')
}

function triOf(ensemble: Ensemble, tri: ListeQuery['tri']): Tri {
  const sens = sql`desc`
  switch (tri) {
    case 'montant':
      return { cle: sql`faits.montant`, sens }
    case 'cumul':
      return { cle: cumulOf(ensemble), sens }
    case 'dernier_don':
      return { cle: sql`coalesce(${dernierDonOf(ensemble)}, '-infinity')`, sens }
    case 'nom':
      return { cle: NOM, sens: sql`asc` }
  }
}

/** The name without case and accents; who has none comes last. */
const NOM = sql`coalesce(
  nullif(plier_texte(btrim(concat(fiches.lastname, ' ', fiches.firstname))), ''), '\u{10FFFD}'
) collate "C"`

/** What a checked query selects; throws a Problem for a campaign that does not exist. */
export function select(produit: string, query: ListeQuery): Selection {
  const ensemble = ENSEMBLES[query.ensemble]
  const demande = readDemande(produit, query)
  const withCards =
    query.departement !== undefined || query.avec_email !== undefined || query.tri === 'nom'
  const sourceOf = (ids?: string[]) => sql`
    ${FAITS[ensemble.faits](ids)} as faits
    left join donateurs_changes as changes on changes.contact_id = faits.contact_id
    ${withCards ? sql`left join donateurs as fiches on fiches.contact_id = faits.contact_id collate "default"` : sql``}`
  const conditionOf = (ids?: string[]): Condition =>
    sql`${sql.join(
      [
        sql`(${ensemble.condition(demande, ids)})`,
        ...(ensemble.faits === 'contacts' ? [] : [sql`not coalesce(changes.exclu, faits.exclu)`]),
        ...filtersOf(ensemble, query, readCampagne(produit, query)),
      ],
      sql` and `,
    )}`
  return {
    ensemble,
    demande,
    source: sourceOf(),
    sourceOf,
    condition: conditionOf(),
    conditionOf,
    tri: triOf(ensemble, query.tri),
  }
}

export interface Totaux {
  donateurs: number
  montant: number
}

/** How many donors a list has, and what they gave. */
export async function readTotaux(db: Db, { source, condition }: Selection): Promise<Totaux> {
  const { rows } = await sql<Totaux>`
    select count(*) as donateurs, coalesce(sum(faits.montant), 0) as montant
    from ${source}
    where ${condition}`.execute(db)
  const [totaux] = rows
  if (!totaux) throw new Error('Un agrégat rend toujours une ligne.')
  return totaux
}

/** Contacts in one entry of an order. */
export const PAS = 1_000

/** The contacts of a list in its order, as JSON of 1 000 each: small enough to be kept, whatever the order costs. */
export async function readOrdre(
  db: Db,
  { source, condition, tri: { cle, sens } }: Selection,
): Promise<string[]> {
  await sql`set local jit = off`.execute(db)
  await sql`set local work_mem = '64MB'`.execute(db)
  const { rows } = await sql<{ ids: string }>`
    select json_agg(contact_id order by rang)::text as ids
    from (
      select
        faits.contact_id,
        row_number() over (order by ${cle} ${sens}, length(faits.contact_id), faits.contact_id) - 1 as rang
      from ${source}
      where ${condition}
    ) as rangs
    group by rang / ${sql.lit(PAS)}
    order by rang / ${sql.lit(PAS)}`.execute(db)
  return rows.map(({ ids }) => ids)
}

/** Years between the last gift known to the list and its day; of a career, the horizon. */
const reculOf = ({ ensemble: { faits }, demande: { annee } }: Selection) =>
  faits === 'donateurs_annees'
    ? sql`${annee}::int - faits.annee`
    : sql`
      case when faits.derniere_annee is not null then
        greatest((select date_part('year', jour) from horizon_a_jour)::int - faits.derniere_annee, 0)
      end`

/** The rows of a list, all of them or those of these contacts, in its order. */
function rowsOf(selection: Selection, ids?: string[]): RawBuilder<DonateurListe> {
  const { source, sourceOf, condition, conditionOf, tri } = selection
  return sql<DonateurListe>`
    with lignes as (
      select
        faits.contact_id, faits.montant, faits.nombre,
        ${tri.cle} as cle,
        ${reculOf(selection)} as recul
      from ${ids ? sourceOf(ids) : source}
      where ${ids ? conditionOf(ids) : condition}
        ${ids ? sql`and faits.contact_id = any(${ids}::text[] collate "C")` : sql``}
    )
    select
      lignes.contact_id, firstname, lastname, is_company, city, zip, email, phone,
      lignes.montant, lignes.nombre as nombre_dons,
      carrieres.premier_jour as premier_don,
      carrieres.dernier_jour as dernier_don,
      carrieres.dernier_montant,
      coalesce(carrieres.montant, 0) as cumul,
      coalesce(carrieres.nombre, 0) as cumul_dons,
      case recul when 0 then 'actif' when 1 then 'dormant' when 2 then 'inactif' else
        case when recul is not null then 'tres_inactif' end
      end as statut,
      exists (
        select from donateurs_exclus where donateurs_exclus.contact_id = lignes.contact_id collate "default"
      ) as exclu
    from lignes
    left join donateurs_carrieres as carrieres on carrieres.contact_id = lignes.contact_id
    left join donateurs as fiches on fiches.contact_id = lignes.contact_id collate "default"
    order by cle ${tri.sens}, length(lignes.contact_id), lignes.contact_id`
}

/** The rows of a page, whose contacts these are. */
export async function readPage(
  db: Db,
  selection: Selection,
  ids: string[],
): Promise<DonateurListe[]> {
  const { rows } = await rowsOf(selection, ids).execute(db)
  return rows
}

const ROWS_AT_ONCE = 2_000

/** All rows of a list as one snapshot has them, part by part: memory stays small whatever their number. */
export async function* readAll(db: Db, selection: Selection): AsyncGenerator<DonateurListe[]> {
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  const read = async () => {
    const { rows } = await sql<DonateurListe>`
      fetch ${sql.lit(ROWS_AT_ONCE)} from lignes_de_la_liste`.execute(transaction)
    return rows
  }
  let next: Promise<DonateurListe[]> | undefined
  try {
    await sql`set local cursor_tuple_fraction = 1`.execute(transaction)
    await sql`set local jit = off`.execute(transaction)
    await sql`set local work_mem = '64MB'`.execute(transaction)
    await sql`declare lignes_de_la_liste no scroll cursor for ${rowsOf(selection)}`.execute(
      transaction,
    )
    next = read()
    while (next) {
      const rows: DonateurListe[] = await next
      // The database reads on while these are written.
      next = rows.length < ROWS_AT_ONCE ? undefined : read()
      if (rows.length > 0) yield rows
    }
  } finally {
    await next?.catch(() => undefined)
    await transaction.rollback().execute()
  }
}
