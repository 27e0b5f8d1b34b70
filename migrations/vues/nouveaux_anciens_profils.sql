-- New and existing donors of a year by their campaign profile in it, and what they gave in the year.
create materialized view nouveaux_anciens_profils as
select
  annee,
  profil_campagne(nombre, nombre_vfl) as profil,
  count(*) filter (where annee_precedente is null) as nouveaux,
  count(annee_precedente) as anciens,
  sum(montant) as montant
from donateurs_annees
group by 1, 2;

create unique index nouveaux_anciens_profils_cle on nouveaux_anciens_profils (annee, profil);

comment on materialized view nouveaux_anciens_profils is 'Nouveaux et anciens par profil de campagne';
