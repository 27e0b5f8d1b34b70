-- montants_dernier_don with what was decided about donors since.
create view montants_dernier_don_a_jour as
select annee, tranche, sum(nombre)::bigint as nombre
from (
  select annee, tranche, nombre from montants_dernier_don
  union all
  select annee, tranche, nombre from montants_dernier_don_calcul where ensemble = 'changes'
) as parts
group by annee, tranche
having sum(nombre) <> 0;
