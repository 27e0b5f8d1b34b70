-- segments_annuels with what was decided about donors since.
create view segments_annuels_a_jour as
select annee, segment, sum(nombre)::bigint as nombre
from (
  select annee, segment, nombre from segments_annuels
  union all
  select annee, segment, nombre from segments_annuels_calcul where ensemble = 'changes'
) as parts
group by annee, segment
having sum(nombre) <> 0;
