/** @import { Query } from './rows.mjs' */
import { findCells } from './dons.mjs'
import { verifyEntries } from './ecritures-dons.mjs'

/**
 * Records a named person's endorsement of the gifts as stored, although imports wrote others: the differences are
 * appended as an entry, with who and why, and every later audit shows it. `owner` writes; `service` meanwhile blocks
 * imports. Returns whether it was done, or unnecessary.
 * @param {Query} service
 * @param {Query} owner
 * @param {{ par: string, motif: string }} resumption
 */
export async function resumeGifts(service, owner, { par, motif }) {
  await service('begin')
  await service('lock table public.donations in share mode')
  const { broken } = await verifyEntries(service)
  if (broken !== null) {
    console.log(`Reprise refusée : les sommes sont rompues à l’écriture n° ${broken}.`)
    return false
  }
  const cells = await findCells(service)
  if (cells.length === 0) {
    console.log('Rien à reprendre : les dons enregistrés sont ceux que les imports ont écrits.')
    return true
  }
  const column = (/** @type {keyof typeof cells[number]} */ name) => cells.map((cell) => cell[name])
  await owner(
    `select public.reprendre_sommes_dons($1, $2, $3::smallint[], $4::smallint[], $5::bigint[], $6::bigint[],
      $7::numeric[], $8::numeric[])`,
    [
      par,
      motif,
      ...[column('annee'), column('tranche'), column('dons_ecart'), column('centimes_ecart')],
      ...[column('ecart'), column('ecart_pese')],
    ],
  )
  const years = [...new Set(cells.map(({ annee }) => annee))].join(', ')
  console.log(`Dons repris (${years}) : ${par} s’en porte garant (${motif}).`)
  return true
}
