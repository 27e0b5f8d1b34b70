-- Gifts and their sum by month.
-- nom : Dons par mois
-- clé : annee, mois
-- sommes : nombre, montant
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
from decides_depuis(null::dons_par_jour_calcul)
group by 2, 3;
