/** @import { Checkpoint } from './checkpoints.mjs' */
/** @import { Query } from './protections.mjs' */
import { createHash } from 'node:crypto'
import { GENESIS } from './event.mjs'

/**
 * What is wrong with the publications, in French, and from which one on.
 * @typedef {{ numero: number, constat: string }} Anomaly
 */

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

/**
 * A part of a publication's canonical form.
 * @typedef {{ numero: string, ordre: number, champs: (string | null)[], empreinte: string | null, precedente: string | null }} Part
 */

const BATCH = 5000

/** @param {string | null} text */
const written = (text) => (text === null ? '-,' : `${Buffer.byteLength(text)}:${text},`)

/** @param {string} column */
const instant = (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/**
 * Every part of every publication, as documented in migrations/proprietaire/empreinte_publication.sql, in hashing
 * order; first the publication itself, with its hashes. An independent implementation of that document.
 */
const PARTS = `
  select numero::text, ordre, champs, empreinte, precedente
  from (
    select numero, 0 as ordre, 0 as rang, 0 as annee, '' as vue, '' as ligne, 0::bigint as depuis,
      array['publication_chainee/1', numero::text, ${instant('publie_le')}, evenement::text, ${instant('trouvee_le')}, ecriture] as champs,
      empreinte, empreinte_precedente as precedente
    from public.publications
    union all
    select publication, 1, rang, 0, '', '', 0,
      array['cause', rang::text, nature, ${instant('le')}, fichier_id::text, evenement::text, nom, inseres::text, modifies::text],
      null, null
    from public.publications_causes
    union all
    select publication, 2, rang, annee, '', '', 0,
      array['effet', rang::text, annee::text, dons::text, montant::text, donateurs::text],
      null, null
    from public.publications_effets
    union all
    select depuis, 3, 0, 0, vue, ligne, 0, array['début', vue, ligne], null, null
    from public.publications_lignes
    union all
    select jusqua, 4, 0, 0, vue, ligne, depuis, array['fin', vue, ligne, depuis::text], null, null
    from public.publications_lignes
    where jusqua is not null
  ) as parties
  order by parties.numero, ordre, rang, annee, vue collate "C", ligne collate "C", depuis`

/**
 * @param {Query} query
 * @returns {AsyncGenerator<Part>}
 */
async function* readParts(query) {
  await query(`declare publie no scroll cursor for ${PARTS}`)
  for (;;) {
    const rows = /** @type {Part[]} */ (await query(`fetch ${BATCH} from publie`))
    yield* rows
    if (rows.length < BATCH) break
  }
  await query('close publie')
}

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
 * Recomputes each publication's hash in a single pass and compares it with the stored one.
 * @param {AsyncIterable<Part>} parts
 */
async function follow(parts) {
  /** @type {Map<number, string>} */
  const hashes = new Map()
  let count = 0
  let previous = GENESIS
  /** @type {Anomaly | undefined} */
  let chain
  /** @type {{ numero: number, hash: import('node:crypto').Hash, part: Part } | undefined} */
  let open

  const close = () => {
    if (!open || chain) return
    const { numero, hash, part } = open
    const { empreinte, precedente } = part
    const found = hash.update(written(precedente)).digest('hex')
    if (empreinte === null) chain = { numero, constat: 'elle n’est pas enchaînée' }
    else if (found !== empreinte)
      chain = { numero, constat: 'ce qui en est gardé ne correspond plus à son empreinte' }
    else if (precedente !== previous)
      chain = { numero, constat: 'elle ne suit pas celle qui la précède' }
    previous = empreinte ?? ''
    hashes.set(numero, previous)
  }

  for await (const part of parts) {
    const numero = Number(part.numero)
    if (part.ordre === 0) {
      close()
      count += 1
      if (numero !== count)
        chain ??= { numero: count, constat: `la publication n° ${count} manque` }
      open = { numero, hash: createHash('sha256'), part }
    } else if (open?.numero !== numero) {
      close()
      open = undefined
      chain ??= {
        numero,
        constat: `la publication n° ${numero} manque, mais il en reste des lignes`,
      }
    }
    open?.hash.update(part.champs.map(written).join(''))
  }
  close()
  return { count, hashes, chain }
}

/**
 * The first publication that a checkpoint saw and that has changed.
 * @param {Map<number, string>} hashes
 * @param {Checkpoint[]} checkpoints
 * @returns {Anomaly | undefined}
 */
function findLost(hashes, checkpoints) {
  const [lost] = checkpoints
    .flatMap(({ le, publications }) => (publications ? [{ le, ...publications }] : []))
    .filter(({ numero, empreinte }) => hashes.get(numero) !== empreinte)
    .sort((one, other) => one.numero - other.numero)
  if (!lost) return undefined
  const { numero, le } = lost
  return hashes.has(numero)
    ? {
        numero,
        constat: `elle n’est pas celle que le point de contrôle du ${le} a vue : les publications ont été récrites, à cet endroit ou plus haut`,
      }
    : {
        numero: hashes.size + 1,
        constat: `la publication n° ${hashes.size + 1} manque : le point de contrôle du ${le} en a vu ${numero}, la fin a été coupée`,
      }
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
 * @returns {Promise<Publications>}
 */
export async function readPublications(query, checkpoints) {
  if (!(await canReadPublished(query))) return undefined
  const { count, hashes, chain } = await follow(readParts(query))
  const contradiction = chain ? undefined : await findContradiction(query)
  const [told] = /** @type {{ depuis: string | null, trouvees: string }[]} */ (
    await query(`
      select
        to_char(coalesce(max(trouvee_le), min(publie_le)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as depuis,
        coalesce(max(numero) filter (where trouvee_le is not null), 0)::text as trouvees
      from public.publications`)
  )
  const numero = hashes.size
  const empreinte = hashes.get(numero)
  return {
    count,
    last: chain || empreinte === undefined ? undefined : { numero, empreinte },
    since: told?.depuis ?? undefined,
    found: Number(told?.trouvees ?? 0),
    chain: chain ?? contradiction,
    against: findLost(hashes, checkpoints),
  }
}

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
