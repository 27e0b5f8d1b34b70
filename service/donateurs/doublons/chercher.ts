import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import type { Derived } from '../../platform/jobs/derived'
import { analyserPeu } from './analyser'
import { opposer } from './contre'
import type { Question } from './egales'
import { plierFiches } from './fiches-pliees'
import { QUESTIONS } from './regles'
import { trouverVoisins } from './voisins'

/** Increment when a rule changes: all is looked for again. So it is when a function does by which cards are compared. */
const REGLES = sql`(
  select concat_ws(' ', '8', string_agg(empreinte, ' ' order by fichier))
  from schema_fichiers
  where fichier ~ '^fonctions/(cle_.*|prenoms_compatibles|a_une_lettre|plier_texte|telephone_plie)$'
)`

/** The imports that brought or took back cards, and the last one that the words are of, which tell whose these are. */
const IMPORTS = sql`(
  select count(*)
  from imports
  join fichiers using (fichier_id)
  where type = 'donateurs' and statut = 'completed'
)`
const LUS = sql`(select coalesce(imports, 0) from mots_contacts_etat)`

/** The rule without what tells its weaker form. */
const RACINE = sql`rtrim(regle, '''')`

/** Tells a reason from an earlier one of the same rule, and nothing of what a card says. */
const CLE = sql`encode(
  sha256(externe || sha256(interne || convert_to(concat_ws(':', 'doublon', ${RACINE}, contact_id, autre_id, valeur), 'UTF8'))),
  'hex'
)`

/** Adds the pairs of a rule to `trouvees`. */
async function findOf(tx: Db, { paires }: Question): Promise<void> {
  // A common name is no new reason where it was a rare one.
  await sql`
    insert into trouvees
    select distinct on (contact_id, autre_id) contact_id, autre_id, regle, exacte, ${RACINE} || ':' || left(${CLE}, 32)
    from (${paires}) as paires
    cross join secret_raisons
    order by contact_id, autre_id, regle, valeur`.execute(tx)
}

/** Puts the pairs found, with what speaks against them, in the place of those there were. */
async function store(tx: Db): Promise<void> {
  await sql`analyze trouvees`.execute(tx)
  await opposer(tx)
  await sql`
    create temporary table paires on commit drop as
    select contact_id, autre_id, regle, exacte, cle, contre
    from trouvees
    join contraires using (contact_id, autre_id)`.execute(tx)
  await sql`
    delete from doublons
    where (contact_id, autre_id, regle, exacte, cle, contre) not in (select * from paires)`.execute(
    tx,
  )
  await sql`
    insert into doublons (contact_id, autre_id, regle, exacte, cle, contre)
    select * from paires
    on conflict do nothing`.execute(tx)
}

/** Finds the pairs of all cards; false until the words of the last import are there. */
async function findPairs(tx: Db): Promise<boolean> {
  const { waits } = onlyRow(
    await sql<{ waits: boolean }>`select ${IMPORTS} > ${LUS} as waits`.execute(tx),
  )
  if (waits) return false
  // How few share a key is not known beforehand: compared one with each other, they would take minutes.
  await sql`set local enable_nestloop = off`.execute(tx)
  await sql`set local enable_mergejoin = off`.execute(tx)
  await analyserPeu(tx)
  await plierFiches(tx)
  // Each of three processes would count the keys of all cards for itself.
  await sql`set local max_parallel_workers_per_gather = 0`.execute(tx)
  await trouverVoisins(tx)
  await sql`
    create temporary table trouvees (
      contact_id text collate "C", autre_id text collate "C", regle text, exacte boolean, cle text
    ) on commit drop`.execute(tx)
  for (const question of QUESTIONS) await findOf(tx, question)
  await store(tx)
  await sql`analyze doublons`.execute(tx)
  await sql`update doublons_etat set trouves_le = statement_timestamp()`.execute(tx)
  return true
}

/** The pairs that may be one person; late when cards were imported or taken back, or a rule has changed. */
export const DOUBLONS: Derived = {
  etat: 'doublons_etat',
  source: { contacts: IMPORTS, regles: REGLES },
  timeout: '10min',
  whole: true,
  make: findPairs,
}
