/** @import { Query } from './protections.mjs' */
import { createHash } from 'node:crypto'

/**
 * An arrêté whose figures are no longer those that its event sealed.
 * @typedef {{ numero: string, nom: string }} Broken
 */

/**
 * How many arrêtés there are, and which are broken. Undefined where this role may not read the publications, or an older
 * program made the database.
 * @typedef {{ total: number, broken: Broken[] } | undefined} Arretes
 */

const BATCH = 5000

/** @param {string} text */
const written = (text) => `${Buffer.byteLength(text)}:${text},`

/**
 * The seal of a publication, as service/publications/sceau.ts documents it; a second reading of the same document.
 * @param {Query} query
 * @param {string} publication
 */
async function sealOf(query, publication) {
  const hash = createHash('sha256').update(written('publication/1'))
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
    for (const { vue, ligne } of rows) hash.update(written(vue)).update(written(ligne))
    if (rows.length < BATCH) break
  }
  await query('close sceau')
  return hash.digest('hex')
}

/**
 * Compares every arrêté with the figures that are kept of its publication, as the role whose table they are: whoever else
 * read it might run with rights of their own what was put in its place.
 * @param {Query} query
 * @returns {Promise<Arretes>}
 */
export async function readArretes(query) {
  const [own] = await query(`
    select from pg_catalog.pg_class
    where oid = to_regclass('public.publications_lignes') and relowner = to_regrole(current_user::text)`)
  if (!own) return undefined
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
    if ((await sealOf(query, publication)) !== sceau) broken.push({ numero, nom })
  return { total: rows.length, broken }
}

/**
 * A text that somebody typed, without what a terminal would obey.
 * @param {string} text
 */
export const printable = (text) => text.replace(/\p{Cc}/gu, '\uFFFD')

/**
 * The arrêtés in French, line by line.
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
