import { createHash } from 'node:crypto'
import { checkRights, checkTables } from './rights.mjs'

/**
 * Which of update, delete and truncate the database lets pass, and what else is not as the migrations leave it.
 * @typedef {{ open: string[], faults: string[] }} Protections
 */

/**
 * Returns the rows of a statement.
 * @typedef {(text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>} Query
 */

/**
 * The SHA-256 of each function as the migrations leave it: language, rights, settings, result and source. A migration
 * that changes one changes it here; the audit's test names the new one.
 * @type {Record<string, string>}
 */
const FUNCTIONS = {
  champ_canonique: 'bdedf73b56578283148f217aa174105d9d69d6df3ea183641567c466f615bee6',
  empreinte_evenement: 'fb1cc5c247cca2b8216ca6df30b02f36a182d80039fc6bcd0baa18575476c62b',
  refuser_modification_evenements:
    '5d3b575be538478725ea6c5134519b8d479aa13c84a117f1b5cd253549ed6797',
  inscrire_evenement_exclusion: '996e38098497921801f9a1c40bf2b543bde4e176c7701388d485769031ab9272',
  ajouter_evenement_exclusion: '48b2c1f3a76c9319512323d9d5567e9f3aab44b63912623ba56019f0532eec79',
  enchainer_evenement: 'de3a0e93b4cf508ab31b9a03cc4667c3e4c870e5acfa9e70c34ef0f37255d58e',
  inscrire_arrete: 'cd6370adff0fc735320ceadd8da4c427be546a582474be2ed7954501b1c263cf',
  reconstruire_donateurs_exclus: '24521b46833f1c50ba49e7b744127d592f2b421710ad18b1b15fba052dc3b13d',
  refuser_modification_decisions:
    'dfff30a7092e4d65e6a2698a75ad62d4f7e909630a35a033e0a279b2d9a680cd',
  inscrire_decision_legitime: 'c75bfd642bd842202bf7b9d56fa2980ca7cf5e570907f22dd6d64d0980462311',
}

/** What the triggers of the log call, and those of the decisions. */
const REFUSES = 'refuser_modification_evenements'
const REFUSES_DECISIONS = 'refuser_modification_decisions'

/**
 * The triggers of both: before update or delete of each row, before truncate; always, whatever is written.
 * @type {Record<string, { calls: string, tgtype: number, refuses: string[] }>}
 */
const TRIGGERS = {
  evenements_exclusion_lignes_immuables: {
    calls: REFUSES,
    tgtype: 27,
    refuses: ['update', 'delete'],
  },
  evenements_exclusion_table_immuable: { calls: REFUSES, tgtype: 34, refuses: ['truncate'] },
  decisions_legitimes_lignes_immuables: {
    calls: REFUSES_DECISIONS,
    tgtype: 27,
    refuses: ['update des décisions', 'delete des décisions'],
  },
  decisions_legitimes_table_immuable: {
    calls: REFUSES_DECISIONS,
    tgtype: 34,
    refuses: ['truncate des décisions'],
  },
}

/** @param {string} text */
const sha256 = (text) => createHash('sha256').update(text.replace(/\s+/g, ' ')).digest('hex')

/** @param {Query} query */
async function checkFunctions(query) {
  /** @typedef {{ nom: string, sien: boolean, reglages: string | null, forme: string, source: string }} Row */
  const rows = /** @type {Row[]} */ (
    await query(
      `select p.proname as nom, p.proowner = t.relowner as sien, array_to_string(p.proconfig, ',') as reglages,
       concat_ws('|', lanname, prokind, provolatile, prosecdef, proisstrict, proretset,
         format_type(prorettype, null), pg_get_function_identity_arguments(p.oid)) as forme,
       coalesce(pg_get_function_sqlbody(p.oid), prosrc) as source
     from pg_proc p
     join pg_language l on l.oid = p.prolang
     join pg_class t on t.oid = 'public.evenements_exclusion'::regclass
     where p.pronamespace = 'public'::regnamespace and p.proname = any ($1)
     order by p.proname`,
      [Object.keys(FUNCTIONS)],
    )
  )
  const faults = []
  /** @type {Set<string>} */
  const sound = new Set()
  for (const nom of Object.keys(FUNCTIONS)) {
    const found = rows.filter((row) => row.nom === nom)
    if (found.length === 0) faults.push(`la fonction ${nom} manque`)
    if (found.length > 1) faults.push(`la fonction ${nom} est là plusieurs fois`)
  }
  for (const { nom, sien, reglages, forme, source } of rows) {
    const hash = sha256(`${forme}|${reglages ?? ''}|${source}`)
    if (hash === FUNCTIONS[nom]) sound.add(nom)
    else faults.push(`la fonction ${nom} n’est plus celle de l’application (${hash})`)
    if (!sien) faults.push(`la fonction ${nom} n’est pas au propriétaire du journal`)
  }
  return { sound, faults }
}

/**
 * What the triggers no longer refuse, and those that are not the application's; `sound` are the functions that are.
 * @param {Query} query
 * @param {Set<string>} sound
 */
async function checkTriggers(query, sound) {
  /** @typedef {{ nom: string, appelle: string, tgtype: number, toujours: boolean, entier: boolean }} Row */
  const rows = /** @type {Row[]} */ (
    await query(
      `select tgname as nom, pronamespace::regnamespace || '.' || proname as appelle, tgtype,
      tgenabled = 'A' as toujours, tgqual is null and tgattr = '' and tgnargs = 0 and tgconstraint = 0 as entier
    from pg_trigger
    join pg_proc on pg_proc.oid = tgfoid
    where tgrelid = any (array[to_regclass('public.evenements_exclusion'), to_regclass('public.decisions_legitimes')])
      and not tgisinternal
    order by tgname`,
    )
  )
  const faults = []
  /** @type {Set<string>} */
  const refused = new Set()
  for (const { nom, appelle, tgtype, toujours, entier } of rows) {
    const expected = TRIGGERS[nom]
    if (!expected) faults.push(`le déclencheur ${nom} n’est pas de l’application`)
    else if (!toujours) faults.push(`le déclencheur ${nom} est débranché, en tout ou en partie`)
    else if (!entier || tgtype !== expected.tgtype || appelle !== `public.${expected.calls}`)
      faults.push(`le déclencheur ${nom} n’est plus celui de l’application`)
    else if (sound.has(expected.calls)) for (const what of expected.refuses) refused.add(what)
  }
  const open = Object.values(TRIGGERS)
    .flatMap(({ refuses }) => refuses)
    .filter((what) => !refused.has(what))
  return { open, faults }
}

/**
 * What protects the log, compared with what the migrations put there: which of update, delete and truncate no
 * trigger refuses, and every other difference as a French phrase.
 * @param {Query} query
 * @returns {Promise<Protections>}
 */
export async function readProtections(query) {
  await query('set local search_path = public, pg_temp')
  await query('set local quote_all_identifiers = off')
  const functions = await checkFunctions(query)
  const triggers = await checkTriggers(query, functions.sound)
  return {
    open: triggers.open,
    faults: [
      ...triggers.faults,
      ...functions.faults,
      ...(await checkTables(query)),
      ...(await checkRights(query)),
    ],
  }
}
