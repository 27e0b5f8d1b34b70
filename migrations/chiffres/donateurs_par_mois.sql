-- Donors of a year by the month of their first gift in it (`mois`) and by how many years before they had
-- last given (`recul`: 1, 2, 3 for three or more, 0 for those who had never given).
-- nom : Donateurs par mois du premier don de l’année
-- rôle : Pour le Dashboard et les écrans Nouveaux et Actifs
-- clé : annee, mois, recul
-- sommes : nombre
select
  ensemble,
  annee,
  date_part('month', jour)::smallint as mois,
  recul,
  sum(nombre) as nombre
from (
  select 'publies' as ensemble, annee, jour, recul, nombre from donateurs_par_jour
  union all
  select ensemble, annee, jour, recul, nombre from decides_depuis(null::donateurs_par_jour_calcul)
  union all
  select ensemble, annee, jour, recul, nombre from donateurs_par_jour_calcul where ensemble = 'ecarts'
) as jours
group by 1, 2, 3, 4;
