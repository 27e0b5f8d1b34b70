/** @import { Checkpoint } from './checkpoints.mjs' */
/** @import { Query } from './protections.mjs' */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { GENESIS } from './event.mjs'

/**
 * What migrations/registres.json says of a table, as documented there.
 * @typedef {{ nom: string, refus: string, cle: string[], par: 'service' | string[], complete?: string[], retire?: string, actes?: 'lignes' | 'sommes' }} Registre
 */

/**
 * Every table that is guarded, by its name: what the audit looks at in each.
 * @type {Record<string, Registre>}
 */
export const REGISTRES = JSON.parse(
  readFileSync(new URL('../../../migrations/registres.json', import.meta.url), 'utf8'),
)

/**
 * What is wrong with a register, in French; `against`: with its chain as checkpoints saw it.
 * @typedef {{ registre: string, constat: string, against?: boolean }} Fault
 */

/**
 * The chains of the registers: how many acts, the last of each, since when all are followed, how many rows were there
 * then, and what is wrong. Undefined if this role may not read them, or an older program created the database.
 * @typedef {{ actes: number, tetes: Record<string, { numero: number, empreinte: string }>, depuis: string | null, trouvees: number, faults: Fault[] } | undefined} Registres
 */

/** @typedef {{ registre: string, numero: string, geste: string, cle: string, contenu: string, le: string, empreinte: string }} Acte */

const BATCH = 5000

/** Faults named of one register. */
const NAMED = 5

/** @param {string} text */
const sha256 = (text) => createHash('sha256').update(text).digest('hex')

/** @param {string} text */
const written = (text) => `${Buffer.byteLength(text)}:${text},`

/** @type {(acte: Acte, previous: string) => string} */
const hashOf = ({ registre, numero, geste, cle, contenu, le }, previous) =>
  sha256(['acte/1', registre, numero, geste, cle, contenu, le, previous].map(written).join(''))

/**
 * Rows of a statement, in batches.
 * @param {Query} query
 * @param {string} statement
 * @returns {AsyncGenerator<Record<string, unknown>>}
 */
async function* read(query, statement) {
  await query(`declare registre no scroll cursor for ${statement}`)
  for (;;) {
    const rows = await query(`fetch ${BATCH} from registre`)
    yield* rows
    if (rows.length < BATCH) break
  }
  await query('close registre')
}

const ACTES = `
  select registre, numero::text, geste, cle, contenu, empreinte,
    to_char(le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as le
  from public.registres_actes as actes
  order by actes.registre collate "C", actes.numero`

/** What the acts on a register come to. */
class Suite {
  count = 0
  previous = GENESIS
  geste = ''
  /** @type {string | undefined} */
  debut
  trouvees = 0
  /** @type {string | undefined} */
  fault
  /** @type {Map<string, { numero: string, contenu: string }>} */
  rows = new Map()
  lines = 0n
  sum = 0n
  /**
   * Of the acts that a checkpoint saw, by number.
   * @type {Map<number, string>}
   */
  seen = new Map()

  /**
   * Takes the next act: what is wrong with it, the first of all counts.
   * @param {Acte} acte
   */
  follow(acte) {
    this.count += 1
    this.fault ??= this.judge(acte)
    this.previous = acte.empreinte
    this.geste = acte.geste
    const { numero, geste, cle, contenu, le } = acte
    if (geste === 'DEBUT') {
      this.debut = le
      return
    }
    if (cle === '') {
      const [lines = '', sum = ''] = contenu.split(':')
      if (geste === 'TROUVEE') this.trouvees += Number(lines)
      this.lines += BigInt(lines)
      this.sum += BigInt(sum)
      return
    }
    if (geste === 'TROUVEE') this.trouvees += 1
    if (geste === 'RETRAIT') this.rows.delete(cle)
    else this.rows.set(cle, { numero, contenu })
  }

  /**
   * @param {Acte} acte
   * @returns {string | undefined}
   */
  judge(acte) {
    const { numero, geste, cle, empreinte } = acte
    if (Number(numero) !== this.count) return `l’acte n° ${this.count} manque`
    if (hashOf(acte, this.previous) !== empreinte)
      return `l’acte n° ${numero} ne correspond plus à son empreinte, ou ne suit pas celui qui le précède`
    if (geste === 'DEBUT' && this.debut) return `l’acte n° ${numero} recommence le registre`
    if (geste === 'TROUVEE' && !['DEBUT', 'TROUVEE'].includes(this.geste))
      return `l’acte n° ${numero} dit trouvée une ligne d’après le début`
    const isNew = geste === 'AJOUT' || geste === 'TROUVEE'
    if (cle !== '' && geste !== 'DEBUT' && this.rows.has(cle) === isNew)
      return `l’acte n° ${numero} ${isNew ? 'ajoute une ligne qui est là' : 'touche une ligne qui n’y est pas'}`
    return undefined
  }
}

/**
 * What a table holds that its acts do not say, and the other way round.
 * @param {Query} query
 * @param {string} table
 * @param {Suite} suite
 */
async function compareRows(query, table, { rows }) {
  const { cle } = /** @type {Registre} */ (REGISTRES[table])
  const missing = new Map(rows)
  const faults = []
  for await (const row of read(
    query,
    `select jsonb_build_array(${cle.join(', ')})::text as cle, jsonb_strip_nulls(to_jsonb(l))::text as texte
     from public.${table} as l order by ${cle.map((column) => `l.${column}`).join(', ')}`,
  )) {
    const [key, text] = [String(row['cle']), String(row['texte'])]
    const acte = rows.get(key)
    if (!acte) faults.push(`la ligne ${key} est là sans acte`)
    else if (acte.contenu !== sha256(text))
      faults.push(`la ligne ${key} n’est plus celle de l’acte n° ${acte.numero}`)
    missing.delete(key)
  }
  for (const [key, { numero }] of missing)
    faults.push(`la ligne ${key} de l’acte n° ${numero} n’est plus là`)
  return faults
}

/**
 * @param {Query} query
 * @param {string} table
 * @param {Suite} suite
 */
async function compareSums(query, table, { lines, sum }) {
  const [found] = /** @type {{ lignes: string, somme: string }[]} */ (
    await query(
      `select count(*)::text as lignes,
         coalesce(sum(hashtextextended(jsonb_strip_nulls(to_jsonb(l))::text, 0)), 0)::text as somme
       from public.${table} as l`,
    )
  )
  if (BigInt(found?.lignes ?? 0) !== lines)
    return [`${found?.lignes} lignes sont là, ${lines} selon les actes`]
  return BigInt(found?.somme ?? 0) === sum ? [] : ['les lignes ne sont plus celles des actes']
}

/**
 * What checkpoints saw, by register and number of an act.
 * @param {Checkpoint[]} checkpoints
 */
function seenBy(checkpoints) {
  /** @type {Map<string, { numero: number, empreinte: string, le: string }[]>} */
  const seen = new Map()
  for (const { le, registres = {} } of checkpoints)
    for (const [registre, tete] of Object.entries(registres))
      seen.set(registre, [...(seen.get(registre) ?? []), { ...tete, le }])
  return seen
}

/**
 * The first checkpoint whose act is another now, or no more.
 * @param {{ numero: number, empreinte: string, le: string }[]} seen
 * @param {Suite} suite
 */
function findLost(seen, { seen: hashes, count }) {
  const [lost] = seen
    .filter(({ numero, empreinte }) => hashes.get(numero) !== empreinte)
    .sort((one, other) => one.numero - other.numero)
  if (!lost) return undefined
  return lost.numero > count
    ? `l’acte n° ${count + 1} manque : le point de contrôle du ${lost.le} en a vu ${lost.numero}, la fin a été coupée`
    : `l’acte n° ${lost.numero} n’est pas celui que le point de contrôle du ${lost.le} a vu : les actes ont été récrits, à cet endroit ou plus haut`
}

/** Tables that are the log owner's, and that this role may read. */
const READABLE = `
  select relname as nom
  from pg_catalog.pg_class
  where relnamespace = 'public'::pg_catalog.regnamespace and relname = any ($1) and relkind = 'r'
    and relowner = (select relowner from pg_catalog.pg_class where oid = 'public.evenements_exclusion'::pg_catalog.regclass)
    and pg_catalog.has_table_privilege(oid, 'select')`

/**
 * Recomputes the chain of each register, and compares it with the checkpoints and with the rows that are there.
 * @param {Query} query
 * @param {Checkpoint[]} checkpoints
 * @returns {Promise<Registres>}
 */
export async function readRegistres(query, checkpoints) {
  const chained = Object.keys(REGISTRES).filter((table) => REGISTRES[table]?.actes)
  const rows = await query(READABLE, [[...chained, 'registres_actes']])
  const readable = new Set(rows.map(({ nom }) => nom))
  if (!readable.has('registres_actes')) return undefined

  const seen = seenBy(checkpoints)
  /** @type {Map<string, Suite>} */
  const suites = new Map()
  for await (const row of read(query, ACTES)) {
    const acte = /** @type {Acte} */ (/** @type {unknown} */ (row))
    const { registre } = acte
    const suite = suites.get(registre) ?? new Suite()
    suites.set(registre, suite)
    suite.follow(acte)
    if (!seen.get(registre)?.some(({ numero }) => numero === suite.count)) continue
    suite.seen.set(suite.count, acte.empreinte)
  }

  /** @type {Fault[]} */
  const faults = []
  for (const table of new Set([...chained, ...suites.keys(), ...seen.keys()])) {
    const { nom: registre, actes } = REGISTRES[table] ?? { nom: table }
    const suite = suites.get(table) ?? new Suite()
    const lost = findLost(seen.get(table) ?? [], suite)
    if (lost) faults.push({ registre, constat: lost, against: true })
    if (suite.fault) faults.push({ registre, constat: suite.fault })
    else if (!actes) faults.push({ registre, constat: 'aucun registre suivi n’a ce nom' })
    else if (!suite.debut)
      faults.push({ registre, constat: 'rien ne dit depuis quand il est suivi' })
    if (!actes || !readable.has(table)) continue
    const differing = await (actes === 'sommes' ? compareSums : compareRows)(query, table, suite)
    const more = differing.length - NAMED
    faults.push(
      ...differing.slice(0, NAMED).map((constat) => ({ registre, constat })),
      ...(more > 0 ? [{ registre, constat: `et ${more} de plus` }] : []),
    )
  }
  const all = [...suites]
  return {
    actes: all.reduce((sum, [, { count }]) => sum + count, 0),
    tetes: Object.fromEntries(
      all.map(([table, { count, previous }]) => [table, { numero: count, empreinte: previous }]),
    ),
    depuis:
      all
        .map(([, { debut = '' }]) => debut)
        .sort()
        .at(-1) || null,
    trouvees: all.reduce((sum, [, { trouvees }]) => sum + trouvees, 0),
    faults,
  }
}

/**
 * Describes the registers in French, line by line.
 * @param {Registres} registres
 */
export function describeRegistres(registres) {
  if (registres === undefined) return []
  const { actes, depuis, trouvees, faults } = registres
  return [
    `Registres          : ${faults.length > 0 ? 'ALTÉRÉS' : 'ce que leurs actes enchaînés ont écrit'} (${actes} acte${actes < 2 ? '' : 's'})`,
    ...faults.map(({ registre, constat }) => `                     ${registre} : ${constat}`),
    ...(depuis === null
      ? []
      : [
          `                     suivis depuis le ${depuis}${trouvees > 0 ? `, qui a trouvé ${trouvees} ligne${trouvees < 2 ? '' : 's'}` : ''}`,
        ]),
  ]
}
