/** @import { Query } from './rows.mjs' */
import { createHash } from 'node:crypto'
import { hashPublication } from './chaine-publications.mjs'
import { canReadPublished } from './publications.mjs'
import { rowsOf, written } from './rows.mjs'

/**
 * An arrêté whose figures no longer match its seal.
 * @typedef {{ numero: string, nom: string }} Broken
 */

/**
 * How many arrêtés there are, and which are broken. Undefined if this role may not read publications, or an older
 * program created the database.
 * @typedef {{ total: number, broken: Broken[] } | undefined} Arretes
 */

/**
 * The seals a publication may have, as documented in service/publication/publications/sceau.ts; an independent
 * implementation of that document.
 * @param {Query} query
 * @param {number} publication
 */
async function sealsOf(query, publication) {
  const hash = createHash('sha256')
    .update(written('publication/2'))
    .update(written((await hashPublication(query, publication)) ?? ''))
  const old = createHash('sha256').update(written('publication/1'))
  /** @type {AsyncIterable<{ vue: string, ligne: string }>} */
  const rows = rowsOf(
    query,
    'sceau',
    `select vue, ligne
     from public.publications_lignes
     where depuis <= ${publication} and (jusqua is null or jusqua > ${publication})
     order by vue collate "C", ligne collate "C"`,
  )
  for await (const { vue, ligne } of rows) {
    const row = written(vue) + written(ligne)
    hash.update(row)
    old.update(row)
  }
  return [hash.digest('hex'), old.digest('hex')]
}

/**
 * Whether a publication still matches its seal.
 * @param {Query} query
 * @param {number} publication
 * @param {string} sceau
 */
export const isSealed = async (query, publication, sceau) =>
  (await sealsOf(query, publication)).includes(sceau)

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
    if (!(await isSealed(query, Number(publication), sceau))) broken.push({ numero, nom })
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
