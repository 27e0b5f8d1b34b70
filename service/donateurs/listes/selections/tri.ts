import { type RawBuilder, sql } from 'kysely'
import { REPOUSSOIRS, type Repoussoir, type Repousses } from '#contract/selections'
import { SUSPECTS } from '../../../verification/suspects'
import { opposes } from '../../oppositions/opposes'
import { carriereOf, type Question } from '../question'

/** Whether a repoussoir is ticked. */
export const isTicked = (code: Repoussoir, repousses: Repousses): boolean => {
  switch (code) {
    case 'oppositions':
    case 'exclus':
      return true
    case 'recents':
      return repousses.depuis !== undefined
    case 'ids':
      return repousses.ids.length > 0
    default:
      return repousses[code]
  }
}

const isEmpty = (column: string) => sql`coalesce(btrim(cartes.${sql.ref(column)}), '') = ''`

/** Donors targeted by each repoussoir, except the last two. */
const SIGNES = {
  oppositions: sql`opposes.contact_id is not null`,
  exclus: sql`exclus.contact_id is not null`,
  a_verifier: sql`suspects.contact_id is not null`,
  recents: sql`recents.contact_id is not null`,
  societes: sql`cartes.is_company is true`,
  sans_email: isEmpty('email'),
  sans_code_postal: isEmpty('zip'),
}

/** Donors who gave since a day; nobody without one. */
const recents = ({ depuis }: Repousses) => sql`(
  select coalesce(contact_principal, contact_brut) as contact_id
  from dons_des_contacts
  left join groupes_contacts as groupes on groupes.contact_id = contact_brut
  where order_amount > 0 and order_date >= ${depuis ?? null}::date
  group by 1
)`

/** Index of the first ticked repoussoir among these that targets the donor; null if none does. */
const firstOf = (codes: readonly Repoussoir[], repousses: Repousses) => {
  const ticked = codes.filter((code) => isTicked(code, repousses))
  const cases = ticked.map(
    (code) => sql`when ${sql.ref(`${code}_le`)} then ${sql.lit(REPOUSSOIRS.indexOf(code))}`,
  )
  return sql`case ${sql.join([...cases, sql`when false then 0`], sql` `)} end`
}

const AVANT = REPOUSSOIRS.slice(0, -2)

/**
 * Donors of a list with their sort key (`cle`), a flag per repoussoir (`exclus_le`, …) and the index of the one that
 * removes them (`retire_par`, null if kept). Among donors not otherwise removed who share an e-mail, the latest giver
 * is kept.
 */
export const trier = (
  { avec, ensemble, source, condition, tri }: Question,
  repousses: Repousses,
): RawBuilder<unknown> => sql`
  ${avec} lignes as (
    select faits.contact_id, ${tri.cle} as cle, ${carriereOf(ensemble).dernier_don} as dernier_jour
    from ${source()}
    where ${condition()}
  ), donnes as materialized (
    select coalesce(contact_principal, contact_id) as contact_id, count(*) as ids
    from (select distinct unnest(${repousses.ids}::text[]) as contact_id) as ecrits
    left join groupes_contacts using (contact_id)
    group by 1
  ), opposes as materialized (
    select contact_id from ${opposes(sql`lignes`)} as contacts
  ), signes as (
    select
      lignes.contact_id, lignes.cle, lignes.dernier_jour, lower(btrim(cartes.email)) as email,
      ${sql.join(Object.entries(SIGNES).map(([code, signe]) => sql`${signe} as ${sql.ref(`${code}_le`)}`))},
      donnes.contact_id is not null as ids_le,
      donnes.ids as ids_donnes
    from lignes
    left join fiches as cartes on cartes.contact_id = lignes.contact_id
    left join opposes on opposes.contact_id = lignes.contact_id
    left join contacts_exclus as exclus on exclus.contact_id = lignes.contact_id
    left join (
      select distinct contact_canonique(contact_id) collate "C" as contact_id from ${SUSPECTS} as contacts
    ) as suspects on suspects.contact_id = lignes.contact_id
    left join ${recents(repousses)} as recents on recents.contact_id = lignes.contact_id
    left join donnes on donnes.contact_id = lignes.contact_id
  ), avant as (
    select *, ${firstOf(AVANT, repousses)} as retire_avant from signes
  ), tries as (
    select
      *,
      retire_avant is null and email <> '' and row_number() over (
        partition by retire_avant is null, email
        order by dernier_jour desc nulls last, length(contact_id), contact_id
      ) > 1 as meme_email_le
    from avant
  ), tous as (
    select *, coalesce(retire_avant, ${firstOf(REPOUSSOIRS.slice(-2), repousses)}) as retire_par
    from tries
  )`
