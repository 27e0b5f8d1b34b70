/** @import { Query } from './protections.mjs' */
import { createHash } from 'node:crypto'
import { canReadPublished } from './publications.mjs'

/**
 * An arrêté whose figures no longer match its seal.
 * @typedef {{ numero: string, nom: string }} Broken
 */

/**
 * How many arrêtés there are, and which are broken. Undefined if this role may not read publications, or an older
 * program created the database.
 * @typedef {{ total: number, broken: Broken[] } | undefined} Arretes
 */

const BATCH = 5000

/** @param {string} text */
const written = (text) => `${Buffer.byteLength(text)}:${text},`

/**
 * The seals a publication may have, as documented in service/publication/publications/sceau.ts; an independent
 * implementation of that document. That the stored hash is right is checked by the chain's own audit.
 * @param {Query} query
 * @param {string} publication
 */
async function sealsOf(query, publication) {
  const [kept] = /** @type {{ empreinte: string | null }[]} */ (
    await query(
      `select empreinte from public.publications as p where p.numero = ${BigInt(publication)}`,
    )
  )
  const hash = createHash('sha256')
    .update(written('publication/2'))
    .update(written(kept?.empreinte ?? ''))
  const old = createHash('sha256').update(written('publication/1'))
  await query(`
    declare sceau no scroll cursor for
    select vue, ligne
    from public.publications_lignes
    where depuis <= ${BigInt(publication)} and (jusqua is null or jusqua > ${BigInt(publication)})
    order by vue collate "C", ligne collate "C"`)
  for (;;) {
    const rows = /** @type {{ vue: string, ligne: string }[]} */ (
      await query(`fetch ${BATCH} from sceau`)
    )
    for (const { vue, ligne } of rows) {
      const row = written(vue) + written(ligne)
      hash.update(row)
      old.update(row)
    }
    if (rows.length < BATCH) break
  }
  await query('close sceau')
  return [hash.digest('hex'), old.digest('hex')]
}

/**
 * Compares every arrêté with the stored figures of its publication.
 * @param {Query} query
 * @returns {Promise<Arretes>}
 */
export async function readArretes(query) {
  if (!(await canReadPublished(query))) return undefined
  const rows =
    /** @type {{ numero: string, publication: string, sceau: string, nom: string }[]} */ (
      await query(`
      select numero::text, publication::text, sceau, raison as nom
      from public.evenements_exclusion
      where type = 'ARRETE'
      order by evenements_exclusion.numero`)
    )
  const broken = []
  for (const { numero, publication, sceau, nom } of rows)
    if (!(await sealsOf(query, publication)).includes(sceau)) broken.push({ numero, nom })
  return { total: rows.length, broken }
}

/**
 * User input with control characters replaced, safe for a terminal.
 * @param {string} text
 */
export const printable = (text) => text.replace(/\p{Cc}/gu, '\uFFFD')

/**
 * Describes the arrêtés in French, line by line.
 * @param {Arretes} arretes
 */
export function describeArretes(arretes) {
  if (arretes === undefined) return []
  const { total, broken } = arretes
  return [
    `Arrêtés            : ${total - broken.length} sur ${total} conformes à leur sceau`,
    ...broken.map(
      ({ numero, nom }) =>
        `                     ALTÉRÉ : « ${printable(nom)} » (événement n° ${numero}), ses chiffres gardés ne sont plus ceux qui furent scellés`,
    ),
  ]
}
