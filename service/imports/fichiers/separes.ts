import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { grouper } from './grouper'
import { DANS_CLE, ENTRE_CLES, FAITS } from './identifier'
import type { Identification } from './vocabulaire'

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
export async function separer(
  tx: Db,
  order: Identification,
  lues: RawBuilder<unknown>,
): Promise<void> {
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
export async function noterSepares(
  tx: Db,
  { genres, table, contacts }: Identification,
): Promise<void> {
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

/** Contacts whom a file keeps apart although they bear one name and zip, each with the first of them. */
export const separes = ({ table }: Identification): RawBuilder<unknown> => sql`
  select distinct premier as contact_id, contact as autre_id
  from (select contact, min(contact) over (partition by cle) as premier from ${table('separes')}) as noms
  where contact <> premier`
