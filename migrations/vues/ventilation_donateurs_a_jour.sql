-- ventilation_donateurs with what was decided about donors since.
create view ventilation_donateurs_a_jour as
select axe, annee, code, sum(donateurs)::bigint as donateurs, sum(nouveaux)::bigint as nouveaux
from (
  select axe, annee, code, donateurs, nouveaux from ventilation_donateurs
  union all
  select axe, annee, code, donateurs, nouveaux from ventilation_donateurs_calcul where ensemble = 'changes'
) as parts
group by axe, annee, code
having sum(donateurs) <> 0;
