-- Donors of a year by the month of their first gift in it (`mois`) and by how many years before they had
-- last given (`recul`: 1, 2, 3 for three or more, 0 for those who had never given).
create materialized view donateurs_par_mois as
select
  annee,
  mois,
  case when annee_precedente is null then 0 else least(annee - annee_precedente, 3) end::smallint as recul,
  count(*) as nombre
from donateurs_annees
group by 1, 2, 3;

create unique index donateurs_par_mois_cle on donateurs_par_mois (annee, mois, recul);

comment on materialized view donateurs_par_mois is 'Donateurs par mois du premier don de l’année';
