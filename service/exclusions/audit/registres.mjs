import { readFileSync } from 'node:fs'

/**
 * What migrations/registres.json says of a table, as documented there.
 * @typedef {{ nom: string, refus: string, cle: string[], par: 'service' | string[], complete?: string[], efface?: { colonne: string, par: string }, retire?: string, actes?: 'lignes' | 'sommes' }} Registre
 */

/** Where the migrations are, from the sources or from a built program. */
const MIGRATIONS = /\/build\/\w+\/[^/]*$/.test(import.meta.url) ? '../..' : '../../..'

/**
 * Every table that is guarded, by its name: what the audit looks at in each.
 * @type {Record<string, Registre>}
 */
export const REGISTRES = JSON.parse(
  readFileSync(new URL(`${MIGRATIONS}/migrations/registres.json`, import.meta.url), 'utf8'),
)

/** Those whose rows are followed by acts. */
export const CHAINED = Object.keys(REGISTRES).filter((table) => REGISTRES[table]?.actes)

/**
 * A register as people name it.
 * @param {string} table
 */
export const nameOf = (table) => REGISTRES[table]?.nom ?? table
