-- Donors by activity as of the last day of each month, from the first year with a gift to three years after
-- the last: from then on everyone is very inactive and stays so.
--
-- Before a year's first gift, who gave the year before is dormant, who gave two years before and not since is
-- inactive, all other donors are very inactive. Month by month those who give again leave their status.
create view activite_a_jour as
with donateurs as materialized (
  select * from donateurs_par_mois_a_jour
),
annees as (
  select
    annee,
    coalesce(sum(nombre), 0) as donateurs,
    coalesce(sum(nombre) filter (where recul = 0), 0) as nouveaux,
    coalesce(sum(nombre) filter (where recul = 1), 0) as deja_l_an_passe
  from generate_series(
    (select min(annee) from donateurs),
    (select max(annee) + 3 from donateurs)
  ) as annee
  left join donateurs using (annee)
  group by annee
),
ouvertures as (
  select
    annee,
    lag(donateurs, 1, 0::numeric) over par_annee as dormants,
    lag(donateurs, 2, 0::numeric) over par_annee - lag(deja_l_an_passe, 1, 0::numeric) over par_annee as inactifs,
    sum(nouveaux) over par_annee - nouveaux as donateurs_d_avant
  from annees
  window par_annee as (order by annee)
),
dons_de_l_annee as (
  select
    annee,
    mois,
    coalesce(sum(sum(nombre)) over cumul, 0) as actifs,
    coalesce(sum(sum(nombre) filter (where recul = 1)) over cumul, 0) as ex_dormants,
    coalesce(sum(sum(nombre) filter (where recul = 2)) over cumul, 0) as ex_inactifs,
    coalesce(sum(sum(nombre) filter (where recul = 3)) over cumul, 0) as ex_tres_inactifs
  from annees
  cross join generate_series(1, 12) as mois
  left join donateurs using (annee, mois)
  group by annee, mois
  window cumul as (partition by annee order by mois)
)
select
  annee::smallint,
  mois::smallint,
  actifs::bigint,
  (dormants - ex_dormants)::bigint as dormants,
  (inactifs - ex_inactifs)::bigint as inactifs,
  (donateurs_d_avant - dormants - inactifs - ex_tres_inactifs)::bigint as tres_inactifs
from ouvertures
join dons_de_l_annee using (annee);
