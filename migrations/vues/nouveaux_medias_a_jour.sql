-- nouveaux_medias with what was decided about donors since.
create view nouveaux_medias_a_jour as
select annee, codemedia_code, sum(nouveaux)::bigint as nouveaux
from (
  select annee, codemedia_code, nouveaux from nouveaux_medias
  union all
  select annee, codemedia_code, nouveaux from nouveaux_medias_calcul where ensemble = 'changes'
) as parts
group by annee, codemedia_code
having sum(nouveaux) <> 0;
