-- donateurs_par_mois with what was decided about donors since.
create view donateurs_par_mois_a_jour as
select annee, mois, recul, sum(nombre)::bigint as nombre
from (
  select annee, mois, recul, nombre from donateurs_par_mois
  union all
  select annee, mois, recul, nombre from donateurs_par_mois_calcul where ensemble = 'changes'
) as parts
group by annee, mois, recul
having sum(nombre) <> 0;
