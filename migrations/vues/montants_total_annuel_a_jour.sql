-- montants_total_annuel with what was decided about donors since.
create view montants_total_annuel_a_jour as
select annee, tranche, sum(nombre)::bigint as nombre
from (
  select annee, tranche, nombre from montants_total_annuel
  union all
  select annee, tranche, nombre from montants_total_annuel_calcul where ensemble = 'changes'
) as parts
group by annee, tranche
having sum(nombre) <> 0;
