import { isDisposableEmailDomain } from 'disposable-email-domains-js'
import { sql } from 'kysely'
import type { Regle } from './regle'

/** Reserved by RFC 2606 and RFC 6761. */
export const RESERVE = /(^|\.)(example(\.(com|net|org))?|test|invalid|localhost)$/

/** T2: an e-mail address in a reserved or disposable domain; the latter weighs more with a single gift. */
export const domaineSuspect: Regle = {
  code: 'T2',
  libelle: 'Adresse e-mail réservée ou jetable',
  personnelle: true,
  points: '50 ou 30',
  trouver: async (tx, cle) => {
    const { rows } = await sql<{ domaine: string }>`
      select distinct lower(split_part(email, '@', 2)) as domaine
      from donateurs
      where email like '%@%'`.execute(tx)
    const reserves = rows.filter(({ domaine }) => RESERVE.test(domaine))
    const jetables = rows.filter(
      ({ domaine }) => !RESERVE.test(domaine) && isDisposableEmailDomain(domaine),
    )
    const names = (found: typeof rows) => found.map(({ domaine }) => domaine)
    return sql`
      with fiches as materialized (
        select contact_id, domaine, genre
        from donateurs
        join (
          select domaine, 'réservé' as genre from unnest(${names(reserves)}::text[]) as domaine
          union all
          select domaine, 'jetable' from unnest(${names(jetables)}::text[]) as domaine
        ) as domaines on domaine = lower(split_part(email, '@', 2))
        where not coalesce(is_company, false)
      ),
      seuls as materialized (
        select contact_id
        from donateurs_carrieres
        where nombre = 1 and contact_id = any (array(select contact_id from fiches where genre = 'jetable'))
      )
      select
        contact_id,
        ${cle(sql`domaine`)} as cle,
        case when genre = 'réservé' or seul then 50 else 30 end as points,
        case when seul then jsonb_build_object('genre', genre, 'seul', 1) else jsonb_build_object('genre', genre) end as faits
      from (
        select fiches.*, seuls.contact_id is not null as seul
        from fiches
        left join seuls on seuls.contact_id = fiches.contact_id
      ) as trouves`
  },
  phrase: ({ genre, seul }, carte) => {
    const domaine = carte?.email?.split('@')[1]?.toLowerCase() ?? ''
    const still = genre === 'réservé' ? RESERVE.test(domaine) : isDisposableEmailDomain(domaine)
    const own = still
      ? `Son adresse e-mail est du domaine ${genre} ${domaine}`
      : `Son adresse e-mail est d’un domaine ${genre}`
    return seul ? `${own}, et son don est le seul.` : `${own}.`
  },
}
