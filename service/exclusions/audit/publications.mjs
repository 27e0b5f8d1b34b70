/** @import { Anomaly } from './chaine-publications.mjs' */
/** @import { Checkpoint } from './checkpoints.mjs' */
/** @import { Query } from './rows.mjs' */
import { findRewritten, follow, lastOf, readParts } from './chaine-publications.mjs'

/**
 * The chain of publications: how many, the last and its hash, since when the chain vouches, up to which one they
 * predate it; the first anomaly, in the chain itself (`chain`) or against the checkpoints (`against`).
 * @typedef {object} Published
 * @property {number} count
 * @property {{ numero: number, empreinte: string } | undefined} last
 * @property {string | undefined} since
 * @property {number} found
 * @property {Anomaly | undefined} chain
 * @property {Anomaly | undefined} against
 */

/** Undefined if this role may not read publications, or an older program created the database. */
/** @typedef {Published | undefined} Publications */

/** A publication's decisions are those of the log since the previous one, unless history begins with it. */
const DECISIONS = `
  with bornes as (
    select numero, lag(evenement, 1, 0::bigint) over (order by numero) as de, evenement as a
    from public.publications
  ),
  attendues as (
    select bornes.numero as publication, journal.numero as evenement, journal.type as nature
    from bornes
    join public.evenements_exclusion as journal on journal.numero > de and journal.numero <= a
    where journal.type in ('EXCLUSION', 'REINTEGRATION', 'FUSION', 'SEPARATION')
      and not exists (
        select from public.publications_causes as debut
        where debut.publication = bornes.numero and debut.nature = 'DEPART'
      )
  ),
  dites as (
    select publication, evenement, nature from public.publications_causes where evenement is not null
  )
  select publication::text
  from (
    (table attendues except all table dites) union all (table dites except all table attendues)
  ) as ecarts
  order by ecarts.publication
  limit 1`

/** A publication that saw an entry about stored gifts which no longer exists. */
const REWRITTEN = `
  select numero::text as publication
  from public.publications
  where ecriture not in (select empreinte from public.ecritures_dons)
  order by publications.numero
  limit 1`

const READS_ENTRIES = `
  select from pg_catalog.pg_class
  where oid = to_regclass('public.ecritures_dons') and pg_catalog.has_table_privilege(oid, 'select')`

/**
 * Contradictions between a publication and other records, although the chain is sound.
 * @param {Query} query
 * @returns {Promise<Anomaly | undefined>}
 */
async function findContradiction(query) {
  const [strange] = await query(DECISIONS)
  if (strange)
    return {
      numero: Number(strange.publication),
      constat: 'les décisions qu’elle dit ne sont pas celles du journal',
    }
  const [readable] = await query(READS_ENTRIES)
  const [rewritten] = readable ? await query(REWRITTEN) : []
  return (
    rewritten && {
      numero: Number(rewritten.publication),
      constat: 'les écritures des dons ne sont plus celles qu’elle a vues : elles ont été récrites',
    }
  )
}

/**
 * Whether the publications are chained, owned by the log's owner and readable by this role: tables of the service could
 * carry its own code.
 * @param {Query} query
 */
export async function canReadPublished(query) {
  const [readable] = await query(`
    select
    from pg_catalog.pg_class as journal
    where journal.oid = to_regclass('public.evenements_exclusion')
      and 4 = (
        select count(*)
        from pg_catalog.pg_class as publie
        where publie.relnamespace = 'public'::pg_catalog.regnamespace
          and publie.relname = any (array['publications', 'publications_lignes', 'publications_causes', 'publications_effets'])
          and publie.relowner = journal.relowner
          and pg_catalog.has_table_privilege(publie.oid, 'select')
      )`)
  return readable !== undefined
}

/**
 * Recomputes the publications' chain and compares it with the checkpoints and the log.
 * @param {Query} query
 * @param {Checkpoint[]} checkpoints
 * @returns {Promise<Published>}
 */
export async function verifyPublications(query, checkpoints) {
  const { count, hashes, chain } = await follow(readParts(query, { after: 0 }), new Map())
  const contradiction = chain ? undefined : await findContradiction(query)
  const [told] = /** @type {{ depuis: string | null, trouvees: string }[]} */ (
    await query(`
      select
        to_char(coalesce(max(trouvee_le), min(publie_le)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as depuis,
        coalesce(max(numero) filter (where trouvee_le is not null), 0)::text as trouvees
      from public.publications`)
  )
  return {
    count,
    last: chain ? undefined : lastOf(hashes.size, hashes),
    since: told?.depuis ?? undefined,
    found: Number(told?.trouvees ?? 0),
    chain: chain ?? contradiction,
    against: findRewritten(hashes, checkpoints),
  }
}

/**
 * The same, where this role may read them.
 * @param {Query} query
 * @param {Checkpoint[]} checkpoints
 * @returns {Promise<Publications>}
 */
export const readPublications = async (query, checkpoints) =>
  (await canReadPublished(query)) ? verifyPublications(query, checkpoints) : undefined

/**
 * The first fault of the publications.
 * @param {Publications} publications
 */
export function faultOf(publications) {
  const faults = [publications?.chain, publications?.against].filter((fault) => fault !== undefined)
  return faults.sort((one, other) => one.numero - other.numero)[0]
}

/**
 * Describes the publications in French, line by line.
 * @param {Publications} publications
 */
export function describePublications(publications) {
  if (publications === undefined) return []
  const { count, last, since, found } = publications
  const fault = faultOf(publications)
  return [
    `Publications       : ${count}, ${fault ? `CHAÎNE ROMPUE à la publication n° ${fault.numero}` : 'chaîne intacte'}`,
    ...(fault ? [`                     ${fault.constat}`] : []),
    ...(last ? [`                     dernière empreinte : ${last.empreinte}`] : []),
    ...(since === undefined
      ? []
      : [
          `                     la chaîne répond de ce qui fut publié depuis le ${since}`,
          ...(found > 0
            ? [
                `                     jusqu’au n° ${found}, de ce qu’une mise à jour ou une restauration a trouvé ce jour-là`,
              ]
            : []),
        ]),
  ]
}
