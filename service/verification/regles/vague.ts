import { sql } from 'kysely'
import { citer, formatCount, formatDay, formatMoney, MISSING } from '#figures/format'
import { SEUILS } from '../seuils'
import type { Faits, Regle } from './regle'

/** A donor with a single, small gift ever. */
const SEULS = sql`annee_precedente is null and annee_suivante is null and nombre = 1 and montant <= ${SEUILS.petitDon}`

/** All of them, in words. */
const ensemble = ({ le, montant, media, donateurs }: Faits) =>
  `${formatCount(Number(donateurs))} donateurs d’un seul don de ${formatMoney(Number(montant))}, tous le ${formatDay(String(le))}${media === MISSING ? ', sans média' : ` par le média ${citer(String(media))}`}`

/**
 * B3: part of a wave of single small gifts with the same amount, media and day, far above the median of the year's
 * other days, days without any counting as 0. The year is limited to the days covered by the data: from the first gift
 * up to the horizon. A broadcast brings as many honest ones, whose cards say where they live: it weighs more where a card
 * has no e-mail address, phone or postal code.
 */
export const vague: Regle = {
  code: 'B3',
  libelle: 'Vague de petits dons uniques',
  famille: 'rythme',
  points: '50',
  autres: ['une autre vague', 'autres vagues'],
  vague: ensemble,
  // Same median as percentile_disc, without a row per day: zero days first, then the others by count, leaving out the
  // day itself.
  trouver: (_tx, { surPapier }) => sql`
    with uniques as materialized (
      select contact_id, annee, premier_jour as jour, montant, media
      from donateurs_annees
      where ${SEULS} and not ${surPapier(sql`media`)}
    ),
    bornes as materialized (
      select
        (select min(premier_don) from donateurs_annees) as premier,
        (select jour from horizon_publie) as dernier
    ),
    jours as (
      select
        annee, media, montant, jour,
        count(*) as donateurs,
        jour <= (select dernier from bornes) as connu
      from uniques
      group by annee, media, montant, jour
    ),
    annees as (
      select
        annee, media, montant,
        array_agg(donateurs order by donateurs) filter (where connu) as nombres,
        least(make_date(annee, 12, 31), (select dernier from bornes))
          - greatest(make_date(annee, 1, 1), (select premier from bornes)) + 1 as duree
      from jours
      group by annee, media, montant
      having max(donateurs) >= ${SEUILS.donateursEnUnJour}
    ),
    rangs as (
      select
        annee, media, montant, jour, donateurs, connu, nombres,
        (autres + 1) / 2 - (autres - coalesce(cardinality(nombres), 0) + connu::integer) as rang
      from jours
      join annees using (annee, media, montant)
      cross join lateral (select greatest(duree, 0) - connu::integer as autres) as durees
      where donateurs >= ${SEUILS.donateursEnUnJour}
    ),
    vagues as (
      select annee, media, montant, jour, donateurs
      from rangs
      where rang <= 0
        or donateurs >= ${SEUILS.foisJourMedian}
          * case when connu and nombres[rang] >= donateurs then nombres[rang + 1] else nombres[rang] end
    ),
    trouves as materialized (
      select contact_id, jour, montant, media, donateurs
      from uniques
      join vagues using (annee, media, jour, montant)
    ),
    sans as materialized (
      select contact_id
      from donateurs
      where contact_id in (select contact_id from trouves)
        and coalesce(email, '') = '' and coalesce(phone, '') = '' and coalesce(zip, '') = ''
    )
    select
      contact_id,
      jour::text as cle,
      50 as points,
      jsonb_build_object('le', jour, 'montant', montant, 'media', media, 'donateurs', donateurs)
        || case when seul then '{"sans": 1}' else '{}' end::jsonb as faits
    from trouves
    cross join lateral (select trouves.contact_id in (select contact_id from sans) as seul) as cartes`,
  phrase: (faits) =>
    `L’un de ${ensemble(faits)}${faits['sans'] ? '\u00A0; sa fiche n’a ni adresse e-mail, ni téléphone, ni code postal' : ''}.`,
}
