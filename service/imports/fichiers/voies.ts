import { type RawBuilder, sql } from 'kysely'
import { CARTE } from '#contract/identite'
import type { Db } from '../../platform/database/connect'
import { isDistributed } from '../../platform/database/repartition'
import type { Schema } from '../../platform/database/schema'
import { lignesDesDons } from './dons'
import { ENTRE_CLES } from './identifier'
import { type Addition, AUTRES, type Identification, NOM } from './vocabulaire'

/** A card without its empty cells; those of its name together, as no row says a part of it alone. A file that names no companies says of nobody that it is none. */
export const carteDe = (
  cell: (column: (typeof CARTE)[number] | 'is_company') => RawBuilder<unknown>,
) => sql`
  jsonb_strip_nulls(jsonb_build_object(
    'nom', case when ${cell('lastname')} is not null then
      jsonb_build_object(
        'is_company', nullif(${cell('is_company')}, false),
        ${sql.join(NOM.flatMap((column) => [sql`${sql.lit(column)}::text`, cell(column)]))}
      )
    end,
    ${sql.join(AUTRES.flatMap((column) => [sql`${sql.lit(column)}::text`, cell(column)]))}
  ))`

/**
 * Makes `voies_lues`: of donors whom several keys lead to one contact, each with its first key and all of them. A contact has
 * several where the rows of this file have, where a new one leads to a contact that another is known to lead to, where it
 * had several before, and where another, which this file does not have, came by another import.
 */
async function lister(tx: Db, { table, genres, contacts, personnes }: Identification) {
  const liens = table('liens')
  const genre = sql`case when rang % 3 = 0 then 'nom_et_code_postal' else (array[${sql.join(genres)}]::text[])[(rang + 2) / 3] end`
  await sql`
    create temporary table voies_lues on commit drop as
    with partagees as (
      select n from ${table('groupes')} union select n from ${liens} where contact is not null
    ),
    premieres as materialized (
      select distinct on (n) n, groupe, cle as voie, ${genre} as genre, est_numero, contact as connu
      from ${liens} where n in (select n from partagees)
      order by n, rang
    ),
    lues as materialized (
      select n, voie, genre, est_numero, coalesce(connu, t.contact) as contact,
        connu is null and t.numero is null as rejoint
      from premieres join ${table('trouves')} as t using (groupe)
      where coalesce(connu, t.contact) not in (select contact_id from contacts_anonymises)
    )
    select n, voie, genre, contact
    from lues
    where not est_numero and contact in (
      select contact from lues group by contact having count(distinct voie) > 1 or bool_or(rejoint)
      union
      select contact_id from voies
      union
      select contact
      from lues
      join identites as sienne on sienne.cle = voie
      join identites as autre on autre.contact_id = contact and autre.fichier_id is distinct from sienne.fichier_id
      where not exists (select from ${liens} as l where l.cle = autre.cle)
    )`.execute(tx)
  await sql`
    create temporary table voies_personnes on commit drop as
    select personne, voie, contact
    from ${personnes}
    join ${table('qui')} using (qui)
    join (select n, voie from voies_lues) as lues using (n)
    join ${contacts} using (personne)`.execute(tx)
}

/**
 * Remembers by which keys gifts came to contacts that several lead to, for who will part them (`../partages`). Cards must not
 * be written yet, and whoever is known has what was stored before as a way of its own. Nobody is parted on several servers.
 */
export async function noterVoies(
  tx: Db,
  order: Identification,
  addition: Addition,
  fichierId: string,
): Promise<void> {
  if (await isDistributed<Schema>(tx)) return
  await lister(tx, order)
  await sql`
    insert into voies (contact_id, voie, genre, cles, carte, fichier_id)
    select distinct contact, ''::bytea, '', '{}'::bytea[], ${carteDe((column) => sql`${sql.ref(`t.${column}`)}`)}, ${fichierId}::uuid
    from voies_lues join donateurs as t on t.contact_id = contact
    on conflict do nothing`.execute(tx)
  const part = (column: string) =>
    sql`nullif(split_part(p.carte, ${sql.lit(ENTRE_CLES)}, ${sql.lit(CARTE.findIndex((name) => name === column) + 1)}), '')`
  const carte = carteDe((column) =>
    column === 'is_company'
      ? sql`split_part(p.carte, ${sql.lit(ENTRE_CLES)}, ${sql.lit(CARTE.length + 1)}) = 't'`
      : part(column),
  )
  await sql`
    with dites as (
      select contact, voie, jour, ${carte} as carte
      from voies_personnes
      join ${order.personnes} as p using (personne)
      join ${order.table('gens')} using (personne)
    ),
    cartes as (
      select contact, voie, max(jour) as dite_le,
        coalesce(jsonb_object_agg(key, value order by jour, value) filter (where key is not null), '{}') as carte
      from dites left join lateral jsonb_each(carte) on true
      group by contact, voie
    )
    insert into voies (contact_id, voie, genre, cles, carte, dite_le, fichier_id)
    select contact, voie, min(genre), array_agg(distinct cle), carte, dite_le, ${fichierId}::uuid
    from voies_lues
    join (select n, cle from ${order.table('liens')} where not est_numero) as liens using (n)
    join cartes using (contact, voie)
    group by contact, voie, carte, dite_le
    on conflict (contact_id, voie) do update set
      cles = array(select distinct unnest(voies.cles || excluded.cles)),
      carte = case when excluded.dite_le >= voies.dite_le then voies.carte || excluded.carte else excluded.carte || voies.carte end,
      dite_le = greatest(voies.dite_le, excluded.dite_le)`.execute(tx)
  await sql`
    insert into voies_dons (don_id, voie)
    select ${`${addition.lecture.prefixe}-`} || cle, voie
    from ${lignesDesDons(addition)}
    join voies_personnes using (personne)
    on conflict (don_id) do update set voie = excluded.voie where voies_dons.voie <> excluded.voie`.execute(
    tx,
  )
  await sql`drop table voies_lues, voies_personnes`.execute(tx)
}
