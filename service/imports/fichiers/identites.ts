import { type RawBuilder, sql } from 'kysely'
import type { Identite } from '#contract/lecture'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { grouper } from './grouper'
import { ENTRE_CLES, FAITS } from './identifier'
import { noterSepares, separer, separes } from './separes'
import type { Identification } from './vocabulaire'

/** What people without a key are counted under. */
export const ANONYME = 'ANONYME'

/** HMAC-SHA-256 under this base's secret, of a domain of its own: no other key is ever equal. */
const CLE = sql<Buffer>`
  sha256(externe || sha256(interne || convert_to('identite:' || domaine || ':' || texte, 'UTF8')))`

/** Every key of every donor, with the contact that it is known to lead to; one of rules of before only where it leads to one. */
async function listerCles(
  tx: Db,
  { personnes, genres, prefixe, table }: Identification,
): Promise<void> {
  await sql`
    create unlogged table ${table('qui')} as
    select qui, min(personne) as n
    from ${personnes} join ${table('gens')} using (personne)
    group by qui
  `.execute(tx)
  const key = (rang: number, domaine: string, place: number) =>
    sql`(${sql.lit(rang)}, ${sql.lit(domaine)}, split_part(qui, ${sql.lit(ENTRE_CLES)}, ${sql.lit(place)}))`
  const domaineDe = (genre: Identite) => (genre === 'client' ? `client:${prefixe}` : genre)
  const keys = genres.map((genre, at) => key(3 * at + 1, domaineDe(genre), at + 1))
  const nomme = genres.indexOf('nom_et_code_postal')
  if (nomme >= 0) keys.push(key(3 * nomme, 'precis', genres.length + 2))
  const avant = genres.length + 3 + FAITS.length
  keys.push(...genres.map((genre, at) => key(3 * at + 2, domaineDe(genre), avant + at)))
  await sql`
    create unlogged table ${table('cles')} as
    select n, rang, k.cle, case when domaine = 'numero' then texte else connues.contact_id end as contact,
      domaine = 'numero' as est_numero, domaine = 'nom_et_code_postal' as est_nom
    from (
      select n, rang, domaine, texte, ${CLE} as cle
      from ${table('qui')}
      cross join secret_raisons
      cross join lateral (values ${sql.join(keys)}) as ecrites (rang, domaine, texte)
      where texte <> ''
    ) as k
    left join identites as connues on connues.cle = k.cle
    where rang % 3 <> 2 or connues.contact_id is not null
  `.execute(tx)
  await sql`analyze ${table('cles')}`.execute(tx)
}

/** The last number given under a prefix, one that came in a file of donors too. */
export async function dernierNumero(tx: Db, prefixe: string): Promise<number> {
  const { rows } = await sql<{ dernier: number }>`
    select dernier from identites_numeros where prefixe = ${prefixe}`.execute(tx)
  if (rows[0]) return rows[0].dernier
  const pattern = `^${prefixe}-[0-9]{1,15}$`
  const taken = (from: RawBuilder<unknown>) => sql`
    select max(substr(contact_id, ${prefixe.length + 2}::integer)::bigint) as numero
    from ${from} where contact_id ~ ${pattern}`
  return onlyRow(
    await sql<{ dernier: number }>`
      select coalesce(max(numero), 0) as dernier
      from (${taken(sql`donateurs`)} union all ${taken(sql`donations`)}) as pris`.execute(tx),
  ).dernier
}

/**
 * Leads who gave a stored gift of these rows and was anonymised since to the contact of that gift, as no key does any more:
 * the same file again makes no new card of them.
 */
async function rendreAnonymises(
  tx: Db,
  { table, personnes, prefixe }: Identification,
  lues: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql<{ cle: string; contact_id: string }>`
    select substr(id, ${prefixe.length + 2}::integer) as cle, contact_id
    from donations
    where contact_id in (select contact_id from contacts_anonymises) and starts_with(id, ${`${prefixe}-`})`.execute(
    tx,
  )
  if (rows.length === 0) return
  await sql`
    update ${table('trouves')} as t
    set contact = rendus.contact_id, numero = null
    from (
      select groupe, min(contact_id collate "C") as contact_id
      from ${lues}
      join unnest(${rows.map(({ cle }) => cle)}::text[], ${rows.map((row) => row.contact_id)}::text[]) as gardes (cle, contact_id)
        using (cle)
      join ${personnes} using (personne)
      join ${table('qui')} using (qui)
      join (select distinct n, groupe from ${table('liens')}) as liens using (n)
      group by groupe
    ) as rendus
    where rendus.groupe = t.groupe and numero is not null`.execute(tx)
}

/**
 * Gives each donor of the rows a contact: the one that the first of its keys is known to lead to; else the one that the
 * other keys of its group lead to, the first kind first; else a new number, in the order of the keys. Whatever the order
 * of the rows, the same donors get the same contacts.
 */
export async function identifier(
  tx: Db,
  order: Identification,
  lues: RawBuilder<unknown>,
): Promise<void> {
  const { table, personnes, contacts, prefixe } = order
  await listerCles(tx, order)
  await separer(tx, order, lues)
  await grouper(tx, order)
  const dernier = await dernierNumero(tx, prefixe)
  const cles = table('cles')
  const liens = table('liens')
  await sql`
    create unlogged table ${liens} as
    select n, coalesce(groupe, n) as groupe, rang, cle, contact, est_numero
    from ${cles} left join ${table('groupes')} using (n)
  `.execute(tx)
  const trouves = table('trouves')
  await sql`
    create unlogged table ${trouves} as
    with connus as (
      select distinct on (groupe) groupe, contact
      from ${liens} where contact is not null
      order by groupe, rang, length(contact), contact collate "C"
    ),
    neufs as (
      select groupe, row_number() over (order by cle) + ${dernier}::bigint as numero
      from (
        select distinct on (groupe) groupe, cle
        from ${liens}
        where groupe not in (select groupe from connus)
        order by groupe, cle
      ) as premieres
    )
    select groupe, contact, null::bigint as numero from connus
    union all
    select groupe, ${prefixe} || '-' || case when numero < 1000000 then lpad(numero::text, 6, '0') else numero::text end, numero
    from neufs
  `.execute(tx)
  await rendreAnonymises(tx, order, lues)
  await sql`
    create unlogged table ${contacts} as
    select personne, coalesce(premiers.contact, t.contact) collate "C" as contact
    from ${personnes}
    join ${table('qui')} using (qui)
    join (select distinct on (n) n, groupe, contact from ${liens} order by n, rang) as premiers using (n)
    join ${trouves} as t using (groupe)
  `.execute(tx)
  await sql`analyze ${contacts}`.execute(tx)
  await noterSepares(tx, order)
}

/** Contacts that keys of one donor, or of its group, led to both. */
export const ambigus = ({ table }: Identification): RawBuilder<unknown> => sql`
  select distinct least(t.contact, l.contact) as contact_id, greatest(t.contact, l.contact) as autre_id
  from ${table('liens')} as l
  join ${table('trouves')} as t using (groupe)
  where l.contact is not null and l.contact <> t.contact`

/** Remembers, for good, whom the new keys lead to. */
export async function retenir(tx: Db, order: Identification, fichierId: string): Promise<void> {
  const { table, prefixe } = order
  await sql`
    insert into identites (cle, contact_id, fichier_id)
    select distinct on (cle) cle, t.contact, ${fichierId}::uuid
    from ${table('liens')} as l
    join ${table('trouves')} as t using (groupe)
    where l.contact is null and not est_numero
      and not exists (select from contacts_anonymises as a where a.contact_id = t.contact)
    order by cle
  `.execute(tx)
  await sql`
    insert into identites_numeros (prefixe, dernier)
    select ${prefixe}, max(numero) from ${table('trouves')} having max(numero) is not null
    on conflict (prefixe) do update set dernier = excluded.dernier
  `.execute(tx)
  await sql`
    insert into identites_ambigues (contact_id, autre_id, fichier_id)
    select contact_id, autre_id, ${fichierId}::uuid from (${ambigus(order)} union ${separes(order)}) as paires
    on conflict do nothing
  `.execute(tx)
}
