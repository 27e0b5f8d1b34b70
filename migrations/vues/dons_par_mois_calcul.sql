-- Gifts and their sum by month.
create view dons_par_mois_calcul as
select
  'publies' as ensemble,
  date_part('year', jour)::smallint as annee,
  date_part('month', jour)::smallint as mois,
  sum(nombre) as nombre,
  sum(montant) as montant
from dons_par_jour
group by 2, 3
union all
select 'changes', date_part('year', jour)::smallint, date_part('month', jour)::smallint, sum(nombre), sum(montant)
from dons_par_jour_calcul
where ensemble = 'changes'
group by 2, 3;
