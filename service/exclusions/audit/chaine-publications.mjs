/** @import { Checkpoint } from './checkpoints.mjs' */
/** @import { Query } from './rows.mjs' */
import { createHash } from 'node:crypto'
import { findLost } from './checkpoints.mjs'
import { GENESIS } from './event.mjs'
import { instant, rowsOf, written } from './rows.mjs'

/**
 * What is wrong with the publications, in French, and from which one on.
 * @typedef {{ numero: number, constat: string }} Anomaly
 */

/**
 * A part of a publication's canonical form: lines of texts, in JSON.
 * @typedef {{ numero: string, lignes: string, empreinte: string | null, precedente: string | null, isPublication: boolean }} Part
 */

/** A publication may keep a row a code: so many are read at once, lest they hold up whoever else is served. */
const LINES_AT_ONCE = 200

/**
 * Every part of the publications after one, up to another, as documented in
 * migrations/proprietaire/empreinte_publication.sql, in hashing order; first the publication itself, with its hashes. An
 * independent implementation of that document. Functions are named with their schema: of another one with the same name,
 * PostgreSQL takes the one whose arguments fit better.
 * @param {Query} query
 * @param {{ after: number, upTo?: number }} range
 * @returns {AsyncGenerator<Part>}
 */
export function readParts(query, { after, upTo }) {
  /** @param {string} numero */
  const inRange = (numero) =>
    `where ${after === 0 ? `${numero} is not null` : `${numero} > ${after}`}${upTo === undefined ? '' : ` and ${numero} <= ${upTo}`}`
  /** @type {(ordre: number, numero: string, table: string, texts: string[], order: string) => string} */
  const rows = (ordre, numero, table, texts, order) => `
    select ${numero}, ${ordre}, morceau, pg_catalog.json_agg(pg_catalog.json_build_array(${texts.join(', ')}) order by ${order})::text, null, null
    from (
      select *, (pg_catalog.row_number() over (partition by ${numero} order by ${order}) - 1) / ${LINES_AT_ONCE} as morceau
      from public.${table} ${inRange(numero)}
    ) as morceaux
    group by ${numero}, morceau`
  const lines = 'vue collate "C", ligne collate "C"'
  return rowsOf(
    query,
    'publie',
    `select numero::text, lignes, empreinte, precedente, ordre = 0 as "isPublication"
     from (
       select numero, 0 as ordre, 0::bigint as morceau,
         pg_catalog.json_build_array(pg_catalog.json_build_array('publication_chainee/1', numero::text, ${instant('publie_le')}, evenement::text, ${instant('trouvee_le')}, ecriture))::text as lignes,
         empreinte, empreinte_precedente as precedente
       from public.publications ${inRange('numero')}
       union all ${rows(1, 'publication', 'publications_causes', ["'cause'", 'rang::text', 'nature', instant('le'), 'fichier_id::text', 'evenement::text', 'nom', 'inseres::text', 'modifies::text'], 'rang')}
       union all ${rows(2, 'publication', 'publications_effets', ["'effet'", 'rang::text', 'annee::text', 'dons::text', 'montant::text', 'donateurs::text'], 'rang, annee')}
       union all ${rows(3, 'depuis', 'publications_lignes', ["'début'", 'vue', 'ligne'], lines)}
       union all ${rows(4, 'jusqua', 'publications_lignes', ["'fin'", 'vue', 'ligne', 'depuis::text'], `${lines}, depuis`)}
     ) as parties
     order by parties.numero, ordre, morceau`,
    50,
  )
}

/**
 * Each publication with its hash as recomputed; `part` is missing where rows alone are left of it.
 * @param {AsyncIterable<Part>} parts
 */
async function* hashEach(parts) {
  /** @type {{ numero: number, hash: import('node:crypto').Hash, part: Part | undefined } | undefined} */
  let open
  /** @param {NonNullable<typeof open>} one */
  const close = ({ numero, hash, part }) => ({
    numero,
    part,
    empreinte: hash.update(written(part?.precedente ?? null)).digest('hex'),
  })
  for await (const part of parts) {
    const numero = Number(part.numero)
    if (part.isPublication || open?.numero !== numero) {
      if (open) yield close(open)
      open = { numero, hash: createHash('sha256'), part: part.isPublication ? part : undefined }
    }
    /** @type {(string | null)[][]} */
    const lines = JSON.parse(part.lignes)
    open.hash.update(lines.flatMap((texts) => texts.map(written)).join(''))
  }
  if (open) yield close(open)
}

/**
 * The hash of a publication as stored now; undefined if there is none.
 * @param {Query} query
 * @param {number} numero
 */
export async function hashPublication(query, numero) {
  /** @type {string | undefined} */
  let found
  for await (const { part, empreinte } of hashEach(
    readParts(query, { after: numero - 1, upTo: numero }),
  ))
    if (part) found = empreinte
  return found
}

/**
 * What is wrong with a publication as a link of the chain; undefined if nothing is.
 * @param {{ numero: number, part: Part | undefined, empreinte: string }} found
 * @param {{ count: number, previous: string }} before
 * @returns {Anomaly | undefined}
 */
function judge({ numero, part, empreinte }, { count, previous }) {
  if (!part)
    return {
      numero,
      constat: `la publication n° ${numero} manque, mais il en reste des lignes`,
    }
  if (numero !== count + 1)
    return { numero: count + 1, constat: `la publication n° ${count + 1} manque` }
  if (part.empreinte === null) return { numero, constat: 'elle n’est pas enchaînée' }
  if (part.empreinte !== empreinte)
    return { numero, constat: 'ce qui en est gardé ne correspond plus à son empreinte' }
  if (part.precedente !== previous)
    return { numero, constat: 'elle ne suit pas celle qui la précède' }
  return undefined
}

/**
 * Follows the chain after a publication in a single pass: how many there are, the stored hash of each, the first fault.
 * @param {AsyncIterable<Part>} parts
 * @param {Map<number, string>} hashes
 */
export async function follow(parts, hashes, after = 0) {
  let count = after
  let previous = hashes.get(after) ?? GENESIS
  /** @type {Anomaly | undefined} */
  let chain
  for await (const found of hashEach(parts)) {
    chain ??= judge(found, { count, previous })
    if (!found.part) continue
    count += 1
    previous = found.part.empreinte ?? ''
    hashes.set(found.numero, previous)
  }
  return { count, hashes, chain }
}

/**
 * The first publication that a checkpoint saw and that has changed.
 * @param {Map<number, string>} hashes
 * @param {Checkpoint[]} checkpoints
 * @returns {Anomaly | undefined}
 */
export function findRewritten(hashes, checkpoints) {
  const lost = findLost(
    hashes,
    checkpoints.flatMap(({ le, publications }) => (publications ? [{ le, ...publications }] : [])),
  )
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
 * Follows the chain from the last publication that the checkpoints saw on: the last one, if another, or the first fault.
 * @param {Query} query
 * @param {Checkpoint[]} checkpoints
 */
export async function followPublications(query, checkpoints) {
  const rows = /** @type {{ numero: string, empreinte: string | null }[]} */ (
    await query('select numero::text, empreinte from public.publications')
  )
  const hashes = new Map(rows.map(({ numero, empreinte }) => [Number(numero), empreinte ?? '']))
  const fault = findRewritten(hashes, checkpoints)
  if (fault) return { fault, last: undefined }
  const { numero: after = 0 } =
    checkpoints.findLast(({ publications }) => publications)?.publications ?? {}
  const { count, chain } = await follow(readParts(query, { after }), hashes, after)
  return { fault: chain, last: lastOf(count, hashes) }
}

/** @type {(count: number, hashes: Map<number, string>) => { numero: number, empreinte: string } | undefined} */
export const lastOf = (numero, hashes) => {
  const empreinte = hashes.get(numero)
  return empreinte === undefined ? undefined : { numero, empreinte }
}
