import { createHash } from 'node:crypto'
import { checkRights, checkTables } from './rights.mjs'

/**
 * Which of update, delete and truncate the database lets pass, and other deviations from the migrations.
 * @typedef {{ open: string[], faults: string[] }} Protections
 */

/**
 * Returns the rows of a statement.
 * @typedef {(text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>} Query
 */

/**
 * SHA-256 of each function as left by the migrations: language, rights, settings, result and source. A migration that
 * changes one must update it here; the audit's test prints the new hash.
 * @type {Record<string, string>}
 */
const FUNCTIONS = {
  champ_canonique: 'bdedf73b56578283148f217aa174105d9d69d6df3ea183641567c466f615bee6',
  empreinte_evenement: 'f67bc5b774f7dc7034c014c785b320fe15a27f7dcc7ff209a187078d67b1f46d',
  refuser_modification_evenements:
    '5d3b575be538478725ea6c5134519b8d479aa13c84a117f1b5cd253549ed6797',
  inscrire_evenement_exclusion: '996e38098497921801f9a1c40bf2b543bde4e176c7701388d485769031ab9272',
  ajouter_evenement_exclusion: '48b2c1f3a76c9319512323d9d5567e9f3aab44b63912623ba56019f0532eec79',
  enchainer_evenement: 'de3a0e93b4cf508ab31b9a03cc4667c3e4c870e5acfa9e70c34ef0f37255d58e',
  inscrire_arrete: 'cd6370adff0fc735320ceadd8da4c427be546a582474be2ed7954501b1c263cf',
  reconstruire_donateurs_exclus: '24521b46833f1c50ba49e7b744127d592f2b421710ad18b1b15fba052dc3b13d',
  inscrire_groupe: '13bc312a776b57b177323c4315cd3c39c7fbb7ccf175d8f3ab8ebffff3553b5a',
  ajouter_groupe: 'a89f1c25156129293ae8be2017f091ae3789e008c3a2e8e9b486bd5c963cb29d',
  reconstruire_groupes: '95b74e86262eebc07b59c649664352665496cc1b774869917411f930f9650b26',
  refuser_modification_decisions:
    'dfff30a7092e4d65e6a2698a75ad62d4f7e909630a35a033e0a279b2d9a680cd',
  poids_contact: 'f55d3a77440aab80de633121548269b3900f9e638b706d334a6492fff23eb50d',
  empreinte_don: '7b753883b1ac40b0caa62acbe2d0033afa069dc191726a221cbd923aaf3daa1a',
  empreinte_ecriture_dons: 'd05569a0df8175ec4a7e5a8966cc62a74e8421b7edb257eb4b6f358050d35932',
  enchainer_ecriture_dons: '1ef54779d72af2b96ae0da6cd91dcc1d7662b794ff6a9e8706d807db3d9f15f7',
  inscrire_ecriture_dons: 'bbb24c1c6498e891cf862c858dcb2e5b5adcdbeb5c5b75d25d38e1f4b99b6939',
  commencer_sommes_dons: 'd2815d122d456f677e2ef7b6d652b0b258a35cd56f6afb615dd7a9282ecef1bd',
  inscrire_total_comptable: '4584faea17134d2b33f68c46c39e266ca7fdf09734d3ad267d5d9105e9f44bd3',
  refuser_modification_totaux: '1d0be567e887a96d48d4eae2fb5663cd216e5cb3b5d0890d3a95224788949035',
  inscrire_poids_regle: '07f6f3f3f3e59e20f6bee4208ab3b0846fac8ea39443fd7a11da54316613e5a4',
  refuser_modification_poids: '7613a7aafc6889254a17624ac79f68700506c3d207d29a6c0a0df819612b0e64',
  inscrire_campagnes: 'a24dfb8238c49c4eb5b010b28666dfd6b9a005f0d95f5ca2819c49877d686caa',
  inscrire_oppositions: '76af247ada8d2e31e5727fbcd41aadceba71eea36e677232381f7de12f77069c',
  refuser_modification_oppositions:
    'ed1d591d8887a235d5c95207e55da6e214e7591e3882cb5f92861c3c5a3b6610',
  inscrire_objectif: 'bf1e60474192062767b4200865e585912e0338e623693afc71ee03e9d8e7ed55',
  refuser_modification_campagnes:
    '803d55e73501b24f0d2f5fce74f4f402fe2f458a8416a9660d9066ac6684b382',
  refuser_modification_sommes: '16d8756e6dfa9e1795d1a863708b3768f0ba0016168b61fa45249524f39cb692',
  reprendre_sommes_dons: 'e5f21391e9daedbc3e2707bc631149d7f071f604f4ff8dbd431c4e65b4067408',
  empreinte_publication: 'e27eda209458584155f7c6f288de43744146606c723eeea9bd8eadd346550175',
  enchainer_publications: 'f2ea0e26b88c718623ce40d731685745d0cbd28b4d1fd137176a1a85fb8b5f94',
  inscrire_publication: 'f23fc5552212b4fa099a06ecadd69e1a4c535c3d9cc29442c68b2e1493488bdf',
  refuser_modification_publications:
    'a9320fe1781e8f59a247f066f2dc85e41bbc8c22974295642ce3c01de6efd35d',
  inscrire_decision_legitime: '70a0409353a5a12d782993129c6ba87a85b9ac86185c618118269c7427e7ab6d',
}

/**
 * Append-only tables: what their triggers call, and what an open one is said to allow.
 * @type {Record<string, { calls: string, of: string }>}
 */
const APPENDED = {
  evenements_exclusion: { calls: 'refuser_modification_evenements', of: '' },
  decisions_legitimes: { calls: 'refuser_modification_decisions', of: ' des décisions' },
  ecritures_dons: { calls: 'refuser_modification_sommes', of: ' des écritures' },
  sommes_dons: { calls: 'refuser_modification_sommes', of: ' des sommes' },
  totaux_comptables: { calls: 'refuser_modification_totaux', of: ' des totaux' },
  poids_regles: { calls: 'refuser_modification_poids', of: ' des poids' },
  campagnes_versions: { calls: 'refuser_modification_campagnes', of: ' des campagnes' },
  objectifs: { calls: 'refuser_modification_campagnes', of: ' des objectifs' },
  oppositions_actes: { calls: 'refuser_modification_oppositions', of: ' des oppositions' },
  ...Object.fromEntries(
    ['publications', 'publications_lignes', 'publications_causes', 'publications_effets'].map(
      (table) => [table, { calls: 'refuser_modification_publications', of: ` de ${table}` }],
    ),
  ),
}

/**
 * Their triggers: before update or delete of each row, before truncate; enabled always.
 * @type {Record<string, { calls: string, tgtype: number, refuses: string[] }>}
 */
const TRIGGERS = Object.fromEntries(
  Object.entries(APPENDED).flatMap(([table, { calls, of }]) => [
    [`${table}_lignes_immuables`, { calls, tgtype: 27, refuses: [`update${of}`, `delete${of}`] }],
    [`${table}_table_immuable`, { calls, tgtype: 34, refuses: [`truncate${of}`] }],
  ]),
)

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
 * What the triggers no longer refuse, and unknown triggers; `sound`: the intact functions.
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
    where tgrelid = any (select to_regclass('public.' || nom) from unnest($1::text[]) as nom)
      and not tgisinternal
    order by tgname`,
      [Object.keys(APPENDED)],
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
 * Compares the log's protections with the migrations: which of update, delete and truncate no trigger refuses, and any
 * other difference as a French phrase.
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
