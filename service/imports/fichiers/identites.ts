import { type RawBuilder, sql } from 'kysely'
import type { Identite } from '#contract/lecture'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import type { Nommer } from '../staging/depot'
import { DANS_CLE, ENTRE_CLES, FAITS } from './identifier'

/** What people without a key are counted under. */
export const ANONYME = 'ANONYME'

/** The tables that give every donor of a reading a contact. */
export interface Identification {
  /** Donors of rows; `gens` are those of rows that count. */
  personnes: RawBuilder<unknown>
  /** Filled here: each of them that has a key, and its contact. */
  contacts: RawBuilder<unknown>
  genres: readonly Identite[]
  prefixe: string
  /** Its gifts have keys of their own; else they are known by donor, day and amount. */
  estNumerote: boolean
  /** Of the other tables. */
  table: Nommer
}

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

/** More rounds than any chain of keys needs, as each doubles the reach. */
const ROUNDS = 64

/**
 * Puts donors whom an unknown key joins in one group: the number of the smallest of them. Donors without such a key are
 * a group of their own and not listed.
 */
async function grouper(
  tx: Db,
  { table }: Identification,
  parmi: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  const { partagees, groupes, cles } = {
    partagees: table('partagees'),
    groupes: table('groupes'),
    cles: table('cles'),
  }
  await sql`
    create unlogged table ${partagees} as
    select n, cle from ${cles}
    where contact is null and ${parmi}
      and cle in (select cle from ${cles} where contact is null and ${parmi} group by cle having count(*) > 1)
  `.execute(tx)
  await sql`
    create unlogged table ${groupes} as select distinct n, n as groupe from ${partagees}`.execute(
    tx,
  )
  await sql`analyze ${partagees}`.execute(tx)
  for (let round = 0; round < ROUNDS; round++) {
    const joined = await sql`
      update ${groupes} as g
      set groupe = plus_petits.groupe
      from (
        select p.n, min(par_cle.groupe) as groupe
        from ${partagees} as p
        join (
          select cle, min(groupe) as groupe from ${partagees} join ${groupes} using (n) group by cle
        ) as par_cle using (cle)
        group by p.n
      ) as plus_petits
      where plus_petits.n = g.n and plus_petits.groupe < g.groupe
    `.execute(tx)
    if (joined.numAffectedRows === 0n) return
    for (let jumped = 1n; jumped > 0n;) {
      const { numAffectedRows = 0n } = await sql`
        update ${groupes} as g set groupe = h.groupe
        from ${groupes} as h
        where h.n = g.groupe and h.groupe < g.groupe
      `.execute(tx)
      jumped = numAffectedRows
    }
  }
  throw new Error('the groups of donors did not settle')
}

/**
 * Makes `portees`: names with their zip that several bear, and what is said of each; of a contact that such a name is
 * known to lead to, what its card says.
 */
async function listerPortees(tx: Db, { table, genres }: Identification): Promise<void> {
  const fait = (at: number) =>
    sql`split_part(qui, ${sql.lit(ENTRE_CLES)}, ${sql.lit(genres.length + 3 + at)})`
  const faits = FAITS.map((name, at) => sql`${fait(at)} as ${sql.ref(name)}`)
  const nom = sql`split_part(split_part(qui, ${sql.lit(ENTRE_CLES)}, ${sql.lit(genres.indexOf('nom_et_code_postal') + 1)}), ${sql.lit(DANS_CLE)}, 1)`
  await sql`
    create unlogged table ${table('portees')} as
    with ecrites as materialized (
      select n, cle, contact, ${nom} as nom, ${sql.join(faits)}
      from ${table('cles')} as c
      join ${table('qui')} using (n)
      left join (
        select cle, true as est_a_plusieurs from ${table('cles')} where est_nom group by cle having count(*) > 1
      ) as partagees using (cle)
      left join (
        select distinct n, contact, true as y_mene from ${table('cles')} where contact is not null and not est_nom
      ) as autres using (n, contact)
      where est_nom and (est_a_plusieurs or contact is not null and y_mene is null)
    )
    select * from ecrites
    union all
    select null, cle, contact_id, nom, cle_email(email),
      coalesce(substring(telephone_plie(left(phone, 100)) from '^0[67][0-9]{8}$'), ''), cle_naissance(birthdate),
      case
        when translate(lower(civility), '. ', '') in ('m', 'mr', 'monsieur') then 'M'
        when translate(lower(civility), '. ', '') in ('mme', 'mlle', 'madame', 'mademoiselle') then 'F'
        else ''
      end,
      case when is_company then 't' else '' end
    from (select distinct on (cle) cle, contact, nom from ecrites where contact is not null) as connues
    join donateurs on contact_id = contact
  `.execute(tx)
  await sql`analyze ${table('portees')}`.execute(tx)
}

/** Whether `d`, a stored gift of the contact of `p`, is that of the row `l`. */
const estEnregistre = ({ prefixe, estNumerote }: Identification) =>
  estNumerote
    ? sql`d.id = ${`${prefixe}-`} || l.cle`
    : sql`starts_with(d.id, ${`${prefixe}-`} || p.contact) and d.order_date = l.jour and d.order_amount = l.cents * 0.01`

/**
 * Takes name and zip from the keys of those whom something else contradicts: they join nobody by it. Who has a key in
 * common with another is the same person, whatever else differs. Of several who contradict each other, nothing says whose
 * any other is: those alone keep the name who say nothing beside it, or what the stored card says, or whose gift is stored
 * as that contact's: rules of before had joined them.
 */
async function separer(tx: Db, order: Identification, lues: RawBuilder<unknown>): Promise<void> {
  const { genres, table, personnes } = order
  if (!genres.includes('nom_et_code_postal')) return
  await listerPortees(tx, order)
  const [portees, cles] = [table('portees'), table('cles')]
  const differ = FAITS.map((fait) => {
    const said = fait === 'societe' ? sql`true` : sql`${sql.ref(fait)} <> ''`
    const several = (what: RawBuilder<unknown>) =>
      sql`count(distinct ${what}) filter (where ${said}) > 1`
    return sql`(${several(sql.ref(fait))} and ${several(sql`qui`)})`
  })
  const disputees = (dites: RawBuilder<unknown>) => sql`
    select cle from (${dites}) as dites group by cle having ${sql.join(differ, sql` or `)}`
  const apart = sql`select *, coalesce(n, -1) as qui from ${portees}`
  const { rows } = await sql`${disputees(apart)} limit 1`.execute(tx)
  if (rows.length === 0) {
    await sql`truncate ${portees}`.execute(tx)
    return
  }
  await grouper(tx, order, sql`not est_nom`)
  const joined = sql`
    select p.*, coalesce(menes.contact, p.contact, groupe::text, n::text) as qui
    from (select n, cle, case when n is null then contact end as contact, ${sql.join(FAITS.map((fait) => sql.ref(fait)))} from ${portees}) as p
    left join (
      select distinct on (n) n, contact from ${cles} where contact is not null and not est_nom order by n, rang
    ) as menes using (n)
    left join ${table('groupes')} using (n)`
  await sql`delete from ${portees} where cle not in (${disputees(joined)})`.execute(tx)
  await sql`drop table ${table('partagees')}, ${table('groupes')}`.execute(tx)
  const both = (fait: string, how: RawBuilder<unknown>) =>
    sql`(p.${sql.ref(fait)} <> '' and f.${sql.ref(fait)} <> '' and p.${sql.ref(fait)} ${how} f.${sql.ref(fait)})`
  const any = (names: readonly string[], how: RawBuilder<unknown>) =>
    sql.join(
      names.map((fait) => both(fait, how)),
      sql` or `,
    )
  await sql`
    delete from ${cles} as c
    using ${portees} as p
    where p.n = c.n and est_nom
      and concat(${sql.join(FAITS.map((fait) => sql`p.${sql.ref(fait)}`))}) <> ''
      and not exists (
        select from ${portees} as f
        where f.n is null and f.cle = p.cle and f.societe = p.societe
          and (${any(['email', 'mobile', 'naissance'], sql`=`)})
          and not (${any(['email', 'mobile', 'naissance', 'sexe'], sql`<>`)})
      )
      and (p.n, p.cle) not in (
        select p.n, p.cle
        from ${portees} as p
        join ${table('qui')} as q on q.n = p.n
        join ${personnes} using (qui)
        join ${lues} as l using (personne)
        join donations as d on d.contact_id = p.contact and ${estEnregistre(order)}
      )`.execute(tx)
}

/** Makes `separes`: the contacts of each name with its zip that was kept apart. */
async function noterSepares(tx: Db, { genres, table, contacts }: Identification): Promise<void> {
  const isNamed = genres.includes('nom_et_code_postal')
  await sql`
    create unlogged table ${table('separes')} as
    ${
      isNamed
        ? sql`
          select distinct cle, nom, coalesce(c.contact, p.contact) as contact
          from ${table('portees')} as p
          left join ${contacts} as c on c.personne = p.n`
        : sql`select ''::bytea as cle, '' as nom, '' as contact where false`
    }`.execute(tx)
}

/** The last number given under a prefix, one that came in a file of donors too. */
async function dernierNumero(tx: Db, prefixe: string): Promise<number> {
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

/** Contacts whom a file keeps apart although they bear one name and zip, each with the first of them. */
const apart = ({ table }: Identification): RawBuilder<unknown> => sql`
  select distinct premier as contact_id, contact as autre_id
  from (select contact, min(contact) over (partition by cle) as premier from ${table('separes')}) as noms
  where contact <> premier`

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
    select contact_id, autre_id, ${fichierId}::uuid from (${ambigus(order)} union ${apart(order)}) as paires
    on conflict do nothing
  `.execute(tx)
}
