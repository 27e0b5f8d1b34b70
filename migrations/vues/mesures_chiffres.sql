-- What the controls compare of the figures, each read from where a screen or a list reads it, mostly by year; of
-- `faits…` from the facts by donor.
create view mesures_chiffres as
with faits as materialized (
  select *
  from releve_de(null::faits_par_annee)
  where (select entier from controles_etat)
),
croises as materialized (
  select *
  from releve_de(null::dons_croises_par_mois)
  where (select entier from controles_etat)
),
annees as materialized (
  select
    annee,
    sum(nombre) as donateurs,
    sum(nombre) filter (where recul = 0) as nouveaux,
    sum(nombre) filter (where recul = 1) as conserves
  from donateurs_par_mois_a_jour
  group by annee
),
cumuls as materialized (
  select annee, sum(coalesce(nouveaux, 0)) over (order by annee) as donateurs, annee = max(annee) over () as derniere
  from annees
),
deux_ans as materialized (
  select date_part('year', jour)::integer - recul as annee from horizon_publie, unnest(array[0, 1]) as recul
),
sommes as (
  select 'mois' as source, annee, null::numeric as donateurs, null::numeric as nouveaux, null::numeric as conserves,
    sum(nombre) as dons, sum(montant) as montant
  from dons_par_mois_a_jour
  group by annee
  union all
  select 'jours', date_part('year', jour)::integer, null, null, null, sum(nombre), sum(montant)
  from dons_par_jour_a_jour
  group by 2
  union all
  select 'donateurs', annee, donateurs, coalesce(nouveaux, 0), coalesce(conserves, 0), null, null
  from annees
  union all
  select 'donateurs_par_jour', annee, sum(nombre), coalesce(sum(nombre) filter (where recul = 0), 0),
    coalesce(sum(nombre) filter (where recul = 1), 0), null, null
  from donateurs_par_jour_a_jour
  group by annee
  union all
  select 'faits', annee, donateurs, nouveaux, conserves, dons, montant
  from faits
  union all
  select 'profils', annee, sum(nouveaux + anciens), sum(nouveaux), null, null, sum(montant)
  from nouveaux_anciens_profils_a_jour
  group by annee
  union all
  select 'recrues', annee, null, null, null, null, sum(montant)
  from recrues_mois_a_jour
  group by annee
  union all
  select 'origines', annee, sum(nouveaux + anciens), sum(nouveaux), null, null, null
  from nouveaux_anciens_origines_a_jour
  group by annee
  union all
  select 'medias', annee, null, sum(nouveaux), null, null, null
  from ventilation_donateurs_a_jour
  where axe = 'media'
  group by annee
  union all
  select 'tranches', annee, sum(nombre), null, null, null, null
  from montants_total_annuel_a_jour
  group by annee
  union all
  select 'tranches_dernier_don', annee, sum(nombre), null, null, null, null
  from montants_dernier_don_a_jour
  group by annee
  union all
  select 'segments', annee, sum(nombre), null, null, null, null
  from segments_annuels_a_jour
  group by annee
  union all
  select 'cohortes', annee, sum(donateurs), coalesce(sum(donateurs) filter (where cohorte = annee), 0), null, null,
    sum(montant)
  from cohortes_a_jour
  group by annee
  union all
  select 'mouvements', annee, sum(donateurs), coalesce(sum(donateurs) filter (where recul = 0), 0),
    coalesce(sum(donateurs) filter (where recul = 1), 0), null, sum(montant)
  from mouvements_a_jour
  group by annee
  union all
  select 'fidelite', annee, null, coalesce(sum(nouveaux), 0),
    coalesce(sum(nouveaux_conserves), 0) + coalesce(sum(reactives_conserves), 0) + coalesce(sum(fideles_conserves), 0),
    null,
    coalesce(sum(montant_conserves), 0) + coalesce(sum(montant_nouveaux), 0) + coalesce(sum(montant_reactives), 0)
  from fidelite_par_jour_a_jour
  group by annee
  union all
  select 'deux_ans', annee, null, coalesce(nouveaux, 0), coalesce(conserves, 0), null, montant
  from annees
  join deux_ans using (annee)
  join (select annee, sum(montant) as montant from dons_par_mois_a_jour group by annee) as dons using (annee)
  union all
  select 'deuxiemes_dons', date_part('year', jour)::integer, null, sum(nouveaux), null, null, null
  from deuxiemes_dons_a_jour
  group by 2
  union all
  select 'activite', annee, actifs, null, null, null, null
  from activite_a_jour
  where mois = 12 and actifs > 0
)
select source || '.' || grandeur as mesure, annee::text as partie, valeur
from sommes
cross join lateral (
  values
    ('donateurs', donateurs), ('nouveaux', nouveaux), ('conserves', conserves), ('dons', dons), ('montant', montant)
) as grandeurs (grandeur, valeur)
where valeur is not null
union all
select 'faits.contacts', annee::text, contacts from faits
union all
select 'faits.contacts_peses', annee::text, contacts_peses from faits
union all
select 'faits.places', annee::text, places from faits
union all
select 'croises.' || grandeur, annee::text, sum(valeur)
from croises
cross join lateral (
  values ('contacts', contacts), ('places', places), ('tranches', tranches::numeric), ('quantiemes', quantiemes::numeric)
) as grandeurs (grandeur, valeur)
group by annee, grandeur
union all
select 'croises.codes', annee::text || ', ' || axe, sum(codes)
from croises
cross join lateral (
  values ('campagne', campagnes), ('media', medias), ('origine', origines), ('produit', produits)
) as axes (axe, codes)
group by annee, axe
union all
select 'ventilation.codes', annee::text || ', ' || axe, sum(nombre * hashtext(code)::bigint)
from ventilation_mois_a_jour
where (select entier from controles_etat)
group by annee, axe
union all
select 'dons_montants.tranches', annee::text, sum(nombre * (tranche_montant(euro) + 1))
from dons_montants_a_jour
group by annee
union all
select 'jours.quantiemes', date_part('year', jour)::text, sum(nombre * date_part('day', jour)::integer)
from dons_par_jour_a_jour
group by 2
union all
select 'croises.' || grandeur || '_par_mois', mois_ecrit(annee, mois), valeur
from croises
cross join lateral (values ('dons', dons::numeric), ('montant', montant)) as grandeurs (grandeur, valeur)
union all
select 'mois.dons_par_mois', mois_ecrit(annee, mois), nombre from dons_par_mois_a_jour
union all
select 'mois.montant_par_mois', mois_ecrit(annee, mois), montant from dons_par_mois_a_jour
union all
select 'donateurs.cumul', annee::text, donateurs from cumuls
union all
select 'donateurs.en_tout', '', donateurs from cumuls where derniere
union all
select 'activite.statuts', annee::text, actifs + dormants + inactifs + tres_inactifs
from activite_a_jour
join cumuls using (annee)
where mois = 12
union all
select 'activite.partis_ou_restes', (annee - 1)::text, dormants + coalesce(conserves, 0)
from activite_a_jour
join annees using (annee)
where mois = 12 and annee - 1 in (select annee from annees)
union all
select 'donateurs.suivis', annee::text, donateurs from annees where annee + 1 in (select annee from annees)
union all
select 'mouvements.revenus', annee::text, coalesce(sum(donateurs) filter (where revenu), 0)
from mouvements_a_jour
where annee + 1 in (select annee from annees)
group by annee
union all
select 'donateurs.revenus', (annee - 1)::text, coalesce(conserves, 0)
from annees
where annee - 1 in (select annee from annees)
union all
select 'carrieres.donateurs', '', coalesce(sum(nombre), 0) from carrieres_a_jour
union all
select 'ventilation.' || grandeur, annee::text || ', ' || axe, valeur
from (
  select annee, axe, sum(nombre) as dons, sum(montant) as montant from ventilation_mois_a_jour group by annee, axe
) as axes
cross join lateral (values ('dons', dons), ('montant', montant)) as grandeurs (grandeur, valeur)
union all
select 'ventilation.nouveaux', annee::text || ', ' || axe, sum(nouveaux)
from ventilation_donateurs_a_jour
group by annee, axe
union all
select 'axes.' || grandeur, annee::text || ', ' || axe, valeur
from (
  select annee, sum(nombre) as dons, sum(montant) as montant from dons_par_mois_a_jour group by annee
) as dons
join annees using (annee)
cross join lateral (
  values ('dons', dons), ('montant', montant), ('nouveaux', coalesce(nouveaux, 0))
) as grandeurs (grandeur, valeur)
cross join unnest(array['campagne', 'media', 'origine', 'produit']) as axe
union all
select 'grille.donateurs', '', coalesce(sum(donateurs), 0) from grille_a_jour
union all
select 'donateurs.a_l_horizon', '', coalesce(sum(nombre), 0)
from donateurs_par_jour_a_jour
where recul = 0 and jour <= (select jour from horizon_publie)
union all
select 'ventilation_jours.' || grandeur, annee::text || ', ' || axe, valeur
from (
  select date_part('year', jour) as annee, axe, sum(nombre) as dons, sum(montant) as montant
  from ventilation_jours_a_jour
  group by 1, 2
) as axes
cross join lateral (values ('dons', dons), ('montant', montant)) as grandeurs (grandeur, valeur)
union all
select 'comptes_a_date.donateurs', axe, sum(nouveaux + anciens) from comptes_a_date_a_jour group by axe
union all
select 'donateurs_par_jour.a_date', axe, coalesce(sum(nombre), 0)
from (select distinct axe, annee from comptes_a_date_a_jour) as axes
cross join (select jour, date_part('year', jour)::integer as annee from horizon_publie) as horizon
left join donateurs_par_jour_a_jour as donateurs
  on donateurs.annee = axes.annee
  and donateurs.jour <= horizon.jour - make_interval(years => horizon.annee - axes.annee)
group by axe
union all
select 'deuxiemes_dons.avec_24', date_part('year', jour)::text, sum(avec_24)
from deuxiemes_dons_a_jour
where jour + interval '24 months' <= (select jour from horizon_publie)
group by 2
union all
select 'deuxiemes_dons_delais.avec_24', cohorte::text, sum(nombre) from deuxiemes_dons_delais_a_jour group by cohorte
union all
select 'reguliers_jours.actifs', '', coalesce(sum(demarres - arretes), 0)
from reguliers_jours_a_jour
where jour <= (select jour from horizon_publie)
union all
select 'reguliers_fins.' || grandeur, '', valeur
from (
  select
    coalesce(sum(reguliers) filter (where arret > (select jour from horizon_publie)), 0) as actifs,
    coalesce(sum(series), 0) as series
  from reguliers_fins_a_jour
  where sure
) as fins
cross join lateral (values ('actifs', actifs), ('series', series)) as grandeurs (grandeur, valeur)
union all
select 'reguliers_durees.series', '', coalesce(sum(series), 0) from reguliers_durees_a_jour
union all
select 'reguliers_dons.' || grandeur, '', valeur
from (
  select coalesce(sum(dons), 0) as dons, coalesce(sum(montant), 0) as montant from reguliers_dons_a_jour
) as dons
cross join lateral (values ('dons', dons), ('montant', montant)) as grandeurs (grandeur, valeur)
union all
select 'faits.' || grandeur, '', valeur
from (
  select
    coalesce(sum(signe * cardinality(jours)), 0) as dons,
    coalesce(sum(signe * (select sum(somme) from unnest(montants) as somme)), 0) as montant
  from series_comptees
  where connue_le is not null and (select entier from controles_etat)
) as series
cross join lateral (values ('dons_reguliers', dons), ('montant_regulier', montant)) as grandeurs (grandeur, valeur)
union all
select 'concentrations.montant', annee::text, montant from concentrations
union all
select 'groupes.montant', annee::text, sum(montant) from donateurs_groupes group by annee;
