import { isDisposableEmailDomain } from 'disposable-email-domains-js'
import { sql } from 'kysely'
import type { Regle } from './regle'

/** Reserved by RFC 2606 and RFC 6761. */
export const RESERVE = /(^|\.)(example(\.(com|net|org))?|test|invalid|localhost)$/

/** T2: an e-mail address in a reserved or disposable domain. */
export const domaineSuspect: Regle = {
  code: 'T2',
  libelle: 'Adresse e-mail réservée ou jetable',
  famille: 'contact',
  personnelle: true,
  points: '50 ou 30',
  trouver: async (tx, { cle }) => {
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
      select contact_id, ${cle(sql`domaine`)} as cle,
        case genre when 'réservé' then 50 else 30 end as points,
        jsonb_build_object('genre', genre) as faits
      from donateurs
      join (
        select domaine, 'réservé' as genre from unnest(${names(reserves)}::text[]) as domaine
        union all
        select domaine, 'jetable' from unnest(${names(jetables)}::text[]) as domaine
      ) as domaines on domaine = lower(split_part(email, '@', 2))
      where not coalesce(is_company, false)`
  },
  phrase: ({ genre }, carte) => {
    const domaine = carte?.email?.split('@')[1]?.toLowerCase() ?? ''
    const still = genre === 'réservé' ? RESERVE.test(domaine) : isDisposableEmailDomain(domaine)
    return still
      ? `Son adresse e-mail est du domaine ${genre} ${domaine}.`
      : `Son adresse e-mail est d’un domaine ${genre}.`
  },
}
