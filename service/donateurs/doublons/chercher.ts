import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import type { Derived } from '../../platform/jobs/derived'
import { analyserPeu } from './analyser'
import { plierFiches } from './fiches-pliees'
import { QUESTIONS, type Question } from './regles'

/** Increment when a rule changes: all is looked for again. So it is when a function does by which cards are compared. */
const REGLES = sql`(
  select concat_ws(' ', '5', string_agg(empreinte, ' ' order by fichier))
  from schema_fichiers
  where fichier ~ '^fonctions/(cle_.*|prenoms_compatibles|plier_texte|telephone_plie)$'
)`

/** The imports that brought or took back cards, and the last one that the words are of, which tell whose these are. */
const IMPORTS = sql`(
  select count(*)
  from imports
  join fichiers using (fichier_id)
  where type = 'donateurs' and statut = 'completed'
)`
const LUS = sql`(select coalesce(imports, 0) from mots_contacts_etat)`

/** Tells a reason from an earlier one of the same rule, and nothing of what a card says. */
const CLE = sql`encode(
  sha256(externe || sha256(interne || convert_to(concat_ws(':', 'doublon', left(regle, 2), contact_id, autre_id, valeur), 'UTF8'))),
  'hex'
)`

/** Puts the pairs of a rule in the place of those it had. */
async function findOf(tx: Db, { code, paires }: Question): Promise<void> {
  // A common name is no new reason where it was a rare one.
  await sql`
    create temporary table paires on commit drop as
    select distinct on (contact_id, autre_id) contact_id, autre_id, regle, exacte, left(regle, 2) || ':' || left(${CLE}, 32) as cle
    from (${paires}) as trouvees
    cross join secret_raisons
    order by contact_id, autre_id, valeur`.execute(tx)
  await sql`
    delete from doublons
    where left(regle, 2) = ${code}
      and (contact_id, autre_id, regle, exacte, cle) not in (select * from paires)`.execute(tx)
  await sql`
    insert into doublons (contact_id, autre_id, regle, exacte, cle)
    select * from paires
    on conflict do nothing`.execute(tx)
  await sql`drop table paires`.execute(tx)
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
  for (const question of QUESTIONS) await findOf(tx, question)
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
