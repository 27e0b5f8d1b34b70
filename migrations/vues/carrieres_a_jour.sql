-- carrieres with what was decided about donors since.
create view carrieres_a_jour as
select premier_vfl, dernier_vfl, profil, segment, sum(nombre)::bigint as nombre
from (
  select premier_vfl, dernier_vfl, profil, segment, nombre from carrieres
  union all
  select premier_vfl, dernier_vfl, profil, segment, nombre from carrieres_calcul where ensemble = 'changes'
) as parts
group by premier_vfl, dernier_vfl, profil, segment
having sum(nombre) <> 0;
