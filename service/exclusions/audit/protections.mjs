/** @import { Query } from './rows.mjs' */
import { createHash } from 'node:crypto'
import { REGISTRES } from './registres.mjs'
import { checkRights, checkTables } from './rights.mjs'

/**
 * Which of update, delete and truncate the database lets pass, and other deviations from the migrations.
 * @typedef {{ open: string[], faults: string[] }} Protections
 */

/**
 * SHA-256 of each function as left by the migrations: language, rights, settings, result and source. A migration that
 * changes one must update it here; the audit's test prints the new hash.
 * @type {Record<string, string>}
 */
const FUNCTIONS = {
  champ_canonique: 'bdedf73b56578283148f217aa174105d9d69d6df3ea183641567c466f615bee6',
  empreinte_evenement: 'f67bc5b774f7dc7034c014c785b320fe15a27f7dcc7ff209a187078d67b1f46d',
  inscrire_evenement_exclusion: '206abc7704321718d866985e58453dedbefe810bf779636c2d95f7815d643e2f',
  ajouter_evenement_exclusion: '48b2c1f3a76c9319512323d9d5567e9f3aab44b63912623ba56019f0532eec79',
  enchainer_evenement: 'de3a0e93b4cf508ab31b9a03cc4667c3e4c870e5acfa9e70c34ef0f37255d58e',
  inscrire_arrete: 'cd6370adff0fc735320ceadd8da4c427be546a582474be2ed7954501b1c263cf',
  reconstruire_donateurs_exclus: '24521b46833f1c50ba49e7b744127d592f2b421710ad18b1b15fba052dc3b13d',
  inscrire_groupe: '13bc312a776b57b177323c4315cd3c39c7fbb7ccf175d8f3ab8ebffff3553b5a',
  ajouter_groupe: 'a89f1c25156129293ae8be2017f091ae3789e008c3a2e8e9b486bd5c963cb29d',
  reconstruire_groupes: '95b74e86262eebc07b59c649664352665496cc1b774869917411f930f9650b26',
  poids_contact: 'f55d3a77440aab80de633121548269b3900f9e638b706d334a6492fff23eb50d',
  empreinte_don: '7b753883b1ac40b0caa62acbe2d0033afa069dc191726a221cbd923aaf3daa1a',
  empreinte_ecriture_dons: 'd05569a0df8175ec4a7e5a8966cc62a74e8421b7edb257eb4b6f358050d35932',
  enchainer_ecriture_dons: '1ef54779d72af2b96ae0da6cd91dcc1d7662b794ff6a9e8706d807db3d9f15f7',
  inscrire_ecriture_dons: 'bbb24c1c6498e891cf862c858dcb2e5b5adcdbeb5c5b75d25d38e1f4b99b6939',
  commencer_sommes_dons: 'd2815d122d456f677e2ef7b6d652b0b258a35cd56f6afb615dd7a9282ecef1bd',
  inscrire_total_comptable: '4584faea17134d2b33f68c46c39e266ca7fdf09734d3ad267d5d9105e9f44bd3',
  inscrire_poids_regle: '07f6f3f3f3e59e20f6bee4208ab3b0846fac8ea39443fd7a11da54316613e5a4',
  inscrire_campagnes: 'a24dfb8238c49c4eb5b010b28666dfd6b9a005f0d95f5ca2819c49877d686caa',
  inscrire_oppositions: '17bad17d4e80b299a2f7d1a8ad92a01b378a99253770af1083ed1eabd6736faa',
  inscrire_objectif: 'bf1e60474192062767b4200865e585912e0338e623693afc71ee03e9d8e7ed55',
  reprendre_sommes_dons: 'e5f21391e9daedbc3e2707bc631149d7f071f604f4ff8dbd431c4e65b4067408',
  empreinte_publication: 'e27eda209458584155f7c6f288de43744146606c723eeea9bd8eadd346550175',
  enchainer_publications: 'f2ea0e26b88c718623ce40d731685745d0cbd28b4d1fd137176a1a85fb8b5f94',
  inscrire_publication: 'f23fc5552212b4fa099a06ecadd69e1a4c535c3d9cc29442c68b2e1493488bdf',
  garder_registre: '47db223c11e6a3ed0273e1608f4030a0186070663b9d4210f1b1d71764b26349',
  enchainer_actes: '9bc6fec3da5378053a259f6b479c68b679f675d44ce9855f07aebd67f9466396',
  enchainer_registre: 'f19e8b8e3c36c599f0306ed3520f4f5e19aa70b454b6b35510193fa285d52827',
  enchainer_registres: '23a492921017521372cb2239808527327b29e83214594674fe1f7c4ebae43336',
  ouvrir_vidage_fiches: '96aa94d730a42a1d1328a85d9ce2e580996e1d48dd0223d73fc4f3f151c86e9e',
  effacer_valeurs_modeles: '405ca9cc27ca0bbf23576483fef7cd996145c1b10d0821d4e01d2bbdf8c40c55',
  inscrire_decision_legitime: '70a0409353a5a12d782993129c6ba87a85b9ac86185c618118269c7427e7ab6d',
}

/**
 * A trigger as the migrations make it: its function, what calls it, its arguments, the names of the rows it sees, and what
 * it refuses.
 * @typedef {{ calls: string, tgtype: number, args: string[], rows: (string | null)[], refuses: string[] }} Trigger
 */

/**
 * The triggers of a register: before update or delete of each row, before truncate, and after what its chain follows.
 * @param {[table: string, registre: typeof REGISTRES[string]]} registre
 * @returns {[name: string, trigger: Trigger][]}
 */
const triggersOf = ([table, { refus, cle, complete = [], efface, retire = '', actes }]) => {
  const [update, remove, truncate] = ['update', 'delete', 'truncate'].map(
    (op) => `${op} de ${table}`,
  )
  const guard = {
    calls: 'garder_registre',
    args: [refus, complete.join(','), retire && 'oui', efface?.colonne ?? ''],
    rows: [null, null],
  }
  const chain = {
    calls: 'enchainer_registre',
    args: [actes ?? '', cle.join(', '), retire, refus, efface ? 'EFFACEMENT' : 'CHANGEMENT'],
    refuses: [],
  }
  const [before, after] = ['anciennes', 'nouvelles']
  return /** @type {[string, Trigger][]} */ (
    [
      [`${table}_lignes_immuables`, { ...guard, tgtype: 27, refuses: [update, remove] }],
      [`${table}_table_immuable`, { ...guard, tgtype: 34, refuses: [truncate] }],
      actes && [`${table}_ajouts_enchaines`, { ...chain, tgtype: 4, rows: [null, after] }],
      actes &&
        (efface || complete.length > 0) && [
          `${table}_changements_enchaines`,
          { ...chain, tgtype: 16, rows: [before, after] },
        ],
      actes &&
        retire && [`${table}_retraits_enchaines`, { ...chain, tgtype: 8, rows: [before, null] }],
    ].filter(Boolean)
  )
}

/**
 * All of them, enabled always.
 * @type {Record<string, Trigger>}
 */
const TRIGGERS = Object.fromEntries(Object.entries(REGISTRES).flatMap(triggersOf))

/**
 * One that a base of one server has besides, with its function, enabled as any other.
 * @type {Record<string, Trigger>}
 */
const OTHERS = {
  activer_vidage_fiches: {
    calls: 'ouvrir_vidage_fiches',
    tgtype: 4,
    args: [],
    rows: [null, null],
    refuses: [],
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
  const [base] = /** @type {{ repartie: boolean }[]} */ (
    await query(`select to_regclass('public.dons_contacts') is not null as repartie`)
  )
  const others = new Set(Object.values(OTHERS).map(({ calls }) => calls))
  const faults = []
  /** @type {Set<string>} */
  const sound = new Set()
  for (const nom of Object.keys(FUNCTIONS)) {
    const found = rows.filter((row) => row.nom === nom)
    if (found.length === 0 && !(base?.repartie && others.has(nom)))
      faults.push(`la fonction ${nom} manque`)
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
  /** @typedef {{ nom: string, appelle: string, tgtype: number, args: string, lignes: (string | null)[], branche: string, entier: boolean }} Row */
  const rows = /** @type {Row[]} */ (
    await query(
      `select tgname as nom, pronamespace::regnamespace || '.' || proname as appelle, tgtype,
      encode(tgargs, 'hex') as args, array[tgoldtable, tgnewtable]::text[] as lignes, tgenabled as branche,
      tgqual is null and tgattr = '' and tgconstraint = 0 as entier
    from pg_trigger
    join pg_proc on pg_proc.oid = tgfoid
    where tgrelid = any (select to_regclass('public.' || nom) from unnest($1::text[]) as nom)
      and not tgisinternal
    order by tgname`,
      [Object.keys(REGISTRES)],
    )
  )
  const faults = []
  /** @type {Set<string>} */
  const refused = new Set()
  for (const { nom, appelle, tgtype, args, lignes, branche, entier } of rows) {
    const expected = TRIGGERS[nom] ?? OTHERS[nom]
    const said = Buffer.from(expected?.args.map((arg) => `${arg}\0`).join('') ?? '').toString('hex')
    if (!expected) faults.push(`le déclencheur ${nom} n’est pas de l’application`)
    else if (branche !== 'A' && !(nom in OTHERS && branche === 'O'))
      faults.push(`le déclencheur ${nom} est débranché, en tout ou en partie`)
    else if (
      !entier ||
      tgtype !== expected.tgtype ||
      appelle !== `public.${expected.calls}` ||
      args !== said ||
      lignes.join() !== expected.rows.join()
    )
      faults.push(`le déclencheur ${nom} n’est plus celui de l’application`)
    else if (sound.has(expected.calls)) for (const what of expected.refuses) refused.add(what)
  }
  const found = new Set(rows.map(({ nom }) => nom))
  for (const [nom, { refuses }] of Object.entries(TRIGGERS))
    if (refuses.length === 0 && !found.has(nom)) faults.push(`le déclencheur ${nom} manque`)
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
