-- Gifts and their sum by month.
-- nom : Dons par mois
-- rôle : Pour le Dashboard, et les années que proposent les écrans
-- clé : annee, mois
-- sommes : nombre, montant
select
  ensemble,
  date_part('year', jour)::smallint as annee,
  date_part('month', jour)::smallint as mois,
  sum(nombre) as nombre,
  sum(montant) as montant
from (
  select 'publies' as ensemble, jour, nombre, montant from dons_par_jour
  union all
  select ensemble, jour, nombre, montant from decides_depuis(null::dons_par_jour_calcul)
  union all
  select ensemble, jour, nombre, montant from dons_par_jour_calcul where ensemble = 'ecarts'
) as jours
group by 1, 2, 3;
