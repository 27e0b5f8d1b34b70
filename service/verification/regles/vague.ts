import { sql } from 'kysely'
import { citer, formatCount, formatDay, formatMoney } from '#figures/format'
import { SEUILS } from '../seuils'
import type { Regle } from './regle'

/** A donor of one small gift ever. */
const SEULS = sql`annee_precedente is null and annee_suivante is null and nombre = 1 and montant <= ${SEUILS.petitDon}`

/**
 * B3: one of many who each made one small gift ever, of one amount, through one media, on one day: far more than on
 * the median day of the year on which that media brought anybody. A broadcast brings as many honest ones.
 */
export const vague: Regle = {
  code: 'B3',
  libelle: 'Vague de petits dons uniques',
  points: '30, jamais seule',
  jamaisSeule: true,
  trouver: () => sql`
    with uniques as materialized (
      select contact_id, annee, premier_jour as jour, montant, media
      from donateurs_annees
      where ${SEULS}
    ),
    jours as (
      select annee, media, premier_jour, count(*) filter (where ${SEULS}) as nombre
      from donateurs_annees
      where (annee, media) in (select annee, media from uniques)
      group by 1, 2, 3
    ),
    medianes as (
      select annee, media, percentile_disc(0.5) within group (order by nombre) as mediane
      from jours
      group by 1, 2
    ),
    vagues as (
      select annee, media, jour, montant, count(*) as donateurs
      from uniques
      join medianes using (annee, media)
      group by annee, media, jour, montant
      having count(*) >= ${SEUILS.donateursEnUnJour} and count(*) >= ${SEUILS.foisJourMedian} * min(mediane)
    )
    select
      contact_id,
      jour::text as cle,
      30 as points,
      jsonb_build_object('le', jour, 'montant', montant, 'media', media, 'donateurs', donateurs) as faits
    from uniques
    join vagues using (annee, media, jour, montant)`,
  phrase: ({ le, montant, media, donateurs }) =>
    `L’un de ${formatCount(Number(donateurs))} donateurs d’un seul don de ${formatMoney(Number(montant))}, tous le ${formatDay(String(le))} par le média ${citer(String(media))}.`,
}
