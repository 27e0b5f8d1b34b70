import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { type Derived, IMPORTS_DE_CARTES } from '../../platform/jobs/derived'

/** Lengths of the words that something may be near to. */
export const NOM_MIN = 3
const NOM_MAX = 40

/** Hash of the definition of a word: a change reindexes everything. */
const DEFINITION = sql`(
  select hashtextextended(string_agg(prosrc, ' ' order by proname), 0)
  from pg_proc
  where oid in (
    'plier_texte(text)'::regprocedure, 'mots_contact(text)'::regprocedure,
    'telephone_plie(text)'::regprocedure, 'mots_telephone(text)'::regprocedure,
    'trigrammes(text)'::regprocedure
  )
)`

/** The searched texts, truncated. */
const TEXTE = sql`concat_ws(
  ' ', left(lastname, 100), left(firstname, 100), left(email, 100), left(zip, 100), left(city, 100)
)`
const TELEPHONE = sql`coalesce(left(phone, 100), '')`
/** A card, by which it is known whether its words are to be made anew. */
const FICHE = sql`row(lastname, firstname, email, zip, city, phone, birthdate, civility, is_company)::text`

/** The words of all names, once each: those that nobody bears any more go. */
async function makeNames(tx: Db): Promise<void> {
  await sql`
    with noms as materialized (
      select distinct mot
      from donateurs
      cross join unnest(
        tsvector_to_array(mots_contact(concat_ws(' ', left(lastname, 100), left(firstname, 100))))
      ) as mot
      where length(mot) between ${NOM_MIN} and ${NOM_MAX} and mot !~ '[@0-9]'
    ),
    partis as (
      delete from mots_noms where mot not in (select mot from noms)
    )
    insert into mots_noms (mot, trigrammes)
    select mot, trigrammes(mot) from noms
    on conflict (mot) do nothing`.execute(tx)
  await sql`select gin_clean_pending_list('mots_noms_trigrammes')`.execute(tx)
  await sql`analyze mots_noms`.execute(tx)
}

/** Reindexes the contacts whose cards have changed. */
async function makeWords(tx: Db): Promise<void> {
  await sql`set local gin_pending_list_limit = '64MB'`.execute(tx)
  const { numAffectedRows: written = 0n } = await sql`
    insert into mots_contacts (contact_id, empreinte, mots)
    select
      contact_id,
      textes.empreinte,
      tsvector_concat(mots_contact(texte), mots_telephone(telephone))
    from (
      select
        contact_id,
        texte,
        telephone,
        hashtextextended(fiche, ${DEFINITION}) as empreinte
      from (
        select contact_id, unnest(array[${TEXTE}]) as texte, ${TELEPHONE} as telephone, ${FICHE} as fiche
        from donateurs
      ) as un
    ) as textes
    left join mots_contacts as connus using (contact_id)
    where connus.empreinte is distinct from textes.empreinte
    on conflict (contact_id) do update set empreinte = excluded.empreinte, mots = excluded.mots`.execute(
    tx,
  )
  const { numAffectedRows: gone = 0n } = await sql`
    delete from mots_contacts as m
    where not exists (select 1 from donateurs as d where d.contact_id = m.contact_id)`.execute(tx)
  await sql`select gin_clean_pending_list('mots_contacts_mots')`.execute(tx)
  await sql`analyze mots_contacts`.execute(tx)
  if (written + gone > 0n) await makeNames(tx)
}

/**
 * The search index; late when contacts were imported or the definition of a word changed. A million new contacts take
 * minutes; what commits meanwhile makes it late again.
 */
export const MOTS: Derived = {
  etat: 'mots_contacts_etat',
  source: { imports: IMPORTS_DE_CARTES, definition: DEFINITION },
  timeout: '1h',
  make: makeWords,
}
