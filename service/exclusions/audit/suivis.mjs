/** @import { Fault, Head } from './actes.mjs' */
/** @import { Checkpoint } from './checkpoints.mjs' */
/** @import { Registre } from './registres.mjs' */
/** @import { Query } from './rows.mjs' */
import { follow, headsOf, listLost, seenBy, Suite } from './actes.mjs'
import { CHAINED, nameOf, REGISTRES } from './registres.mjs'

/**
 * The chains of the registers: how many acts, how many of them erase, the last of each, since when all are followed, how
 * many rows were there then, what is wrong, and how many times.
 * @typedef {{ actes: number, effacements: number, tetes: Record<string, Head>, depuis: string | null, trouvees: number, faults: Fault[], ecarts: number }} Suivis
 */

/** Undefined if this role may not read them, or an older program created the database. */
/** @typedef {Suivis | undefined} Registres */

/** Faults named of one register. */
const NAMED = 5

/** A row as its act digests it, by built-in functions only: a superuser can replace the others. */
const ROW = 'pg_catalog.jsonb_strip_nulls(pg_catalog.to_jsonb(l))::text'

/**
 * In how many rows a table holds what its acts do not say, or the other way round, and the first of them; compared in the
 * database, because the controls do so after each refresh and a register may be large.
 * @param {Query} query
 * @param {string} table
 */
async function compareRows(query, table) {
  const { cle } = /** @type {Registre} */ (REGISTRES[table])
  const rows =
    /** @type {{ cle: string, numero: string | null, geste: string | null, dit: boolean, la: boolean, ecarts: string }[]} */ (
      await query(
        `select cle, numero::text, geste, dites.contenu is not null as dit, trouvees.contenu is not null as la,
           (count(*) over ())::text as ecarts
         from (
           select distinct on (cle collate "C") cle, numero, geste, contenu
           from public.registres_actes
           where registre = $1 and geste <> 'DEBUT'
           order by cle collate "C", numero desc
         ) as dites
         full join (
           select pg_catalog.jsonb_build_array(${cle.join(', ')})::text as cle,
             pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(${ROW}, 'UTF8')), 'hex') as contenu
           from public.${table} as l
         ) as trouvees using (cle)
         where case when geste = 'RETRAIT' then trouvees.contenu is not null
           else trouvees.contenu is distinct from dites.contenu end
         order by cle collate "C"
         limit ${NAMED}`,
        [table],
      )
    )
  return {
    ecarts: Number(rows[0]?.ecarts ?? 0),
    constats: rows.map((row) => {
      if (!row.la) return `la ligne ${row.cle} de l’acte n° ${row.numero} n’est plus là`
      return row.dit && row.geste !== 'RETRAIT'
        ? `la ligne ${row.cle} n’est plus celle de l’acte n° ${row.numero}`
        : `la ligne ${row.cle} est là sans acte`
    }),
  }
}

/**
 * @param {Query} query
 * @param {string} table
 * @param {Suite} suite
 */
async function compareSums(query, table, { lines, sum }) {
  const [found] = /** @type {{ lignes: string, somme: string }[]} */ (
    await query(
      `select count(*)::text as lignes, coalesce(sum(pg_catalog.hashtextextended(${ROW}, 0)), 0)::text as somme
       from public.${table} as l`,
    )
  )
  const missing = Number(lines - BigInt(found?.lignes ?? 0))
  if (missing !== 0)
    return {
      ecarts: Math.abs(missing),
      constats: [`${found?.lignes} lignes sont là, ${lines} selon les actes`],
    }
  return BigInt(found?.somme ?? 0) === sum
    ? { ecarts: 0, constats: [] }
    : { ecarts: 1, constats: ['les lignes ne sont plus celles des actes'] }
}

/** Tables that are the log owner's, and that this role may read. */
const READABLE = `
  select relname as nom
  from pg_catalog.pg_class
  where relnamespace = 'public'::pg_catalog.regnamespace and relname = any ($1) and relkind = 'r'
    and relowner = (select relowner from pg_catalog.pg_class where oid = 'public.evenements_exclusion'::pg_catalog.regclass)
    and pg_catalog.has_table_privilege(oid, 'select')`

/**
 * Recomputes the chain of each register, and compares it with the checkpoints and with the rows that are there, of the
 * tables given.
 * @param {Query} query
 * @param {Checkpoint[]} checkpoints
 * @returns {Promise<Suivis>}
 */
export async function verifyRegistres(query, checkpoints, tables = CHAINED) {
  const seen = seenBy(checkpoints)
  const lost = await listLost(query, seen)
  const suites = await follow(query)
  let ecarts = 0
  /** @type {Fault[]} */
  const faults = []
  for (const table of new Set([...CHAINED, ...suites.keys(), ...seen.keys()])) {
    const registre = nameOf(table)
    const actes = REGISTRES[table]?.actes
    const suite = suites.get(table) ?? new Suite()
    const found = lost.filter((fault) => fault.table === table)
    if (suite.fault) found.push({ registre, constat: suite.fault })
    else if (!actes) found.push({ registre, constat: 'aucun registre suivi n’a ce nom' })
    else if (!suite.debut)
      found.push({ registre, constat: 'rien ne dit depuis quand il est suivi' })
    faults.push(...found)
    ecarts += found.length
    if (!actes || !tables.includes(table)) continue
    const differing = await (actes === 'sommes' ? compareSums : compareRows)(query, table, suite)
    const more = differing.constats.length < NAMED ? 0 : differing.ecarts - NAMED
    faults.push(
      ...differing.constats.map((constat) => ({ registre, constat })),
      ...(more > 0 ? [{ registre, constat: `et ${more} de plus` }] : []),
    )
    ecarts += differing.ecarts
  }
  const all = [...suites.values()]
  return {
    actes: all.reduce((sum, { count }) => sum + count, 0),
    effacements: all.reduce((sum, { effacements }) => sum + effacements, 0),
    tetes: headsOf(suites),
    depuis:
      all
        .map(({ debut = '' }) => debut)
        .sort()
        .at(-1) || null,
    trouvees: all.reduce((sum, { trouvees }) => sum + trouvees, 0),
    ecarts,
    faults,
  }
}

/**
 * The same, of the tables that this role may read.
 * @param {Query} query
 * @param {Checkpoint[]} checkpoints
 * @returns {Promise<Registres>}
 */
export async function readRegistres(query, checkpoints) {
  const rows = await query(READABLE, [[...CHAINED, 'registres_actes']])
  const readable = rows.map(({ nom }) => String(nom))
  return readable.includes('registres_actes')
    ? verifyRegistres(query, checkpoints, readable)
    : undefined
}

/**
 * Describes the registers in French, line by line.
 * @param {Registres} registres
 */
export function describeRegistres(registres) {
  if (registres === undefined) return []
  const { actes, effacements, depuis, trouvees, faults } = registres
  const erased =
    effacements > 0 ? `, dont ${effacements} effacement${effacements < 2 ? '' : 's'}` : ''
  return [
    `Registres          : ${faults.length > 0 ? 'ALTÉRÉS' : 'ce que leurs actes enchaînés ont écrit'} (${actes} acte${actes < 2 ? '' : 's'}${erased})`,
    ...faults.map(({ registre, constat }) => `                     ${registre} : ${constat}`),
    ...(depuis === null
      ? []
      : [
          `                     suivis depuis le ${depuis}${trouvees > 0 ? `, qui a trouvé ${trouvees} ligne${trouvees < 2 ? '' : 's'}` : ''}`,
        ]),
  ]
}
