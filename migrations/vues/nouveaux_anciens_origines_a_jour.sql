-- nouveaux_anciens_origines with what was decided about donors since.
create view nouveaux_anciens_origines_a_jour as
select annee, origincode_code, sum(nouveaux)::bigint as nouveaux, sum(anciens)::bigint as anciens
from (
  select annee, origincode_code, nouveaux, anciens from nouveaux_anciens_origines
  union all
  select annee, origincode_code, nouveaux, anciens from nouveaux_anciens_origines_calcul where ensemble = 'changes'
) as parts
group by annee, origincode_code
having sum(nouveaux) <> 0 or sum(anciens) <> 0;
