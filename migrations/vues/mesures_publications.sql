-- What the controls compare of the publications, by year: the effects of all causes together, and the rows that are kept of
-- the latest.
create view mesures_publications as
with effets as (
  select annee, sum(dons) as dons, sum(montant) as montant, sum(donateurs) as donateurs
  from publications_effets
  group by annee
),
gardes as (
  select
    ligne::jsonb ->> 'annee' as annee,
    (ligne::jsonb ->> 'nombre')::numeric as dons,
    (ligne::jsonb ->> 'montant')::numeric as montant
  from publications_lignes
  where vue = 'dons_par_mois' and jusqua is null
)
select 'effets.dons' as mesure, annee::text as partie, dons as valeur from effets
union all
select 'effets.montant', annee::text, montant from effets
union all
select 'effets.donateurs', annee::text, donateurs from effets
union all
select 'gardes.dons', annee, sum(dons) from gardes group by annee
union all
select 'gardes.montant', annee, sum(montant) from gardes group by annee;
