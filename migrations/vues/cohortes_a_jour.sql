-- cohortes with what was decided about donors since.
create view cohortes_a_jour as
select cohorte, annee, sum(donateurs)::bigint as donateurs, sum(montant) as montant
from (
  select cohorte, annee, donateurs, montant from cohortes
  union all
  select cohorte, annee, donateurs, montant from cohortes_calcul where ensemble = 'changes'
) as parts
group by cohorte, annee
having sum(donateurs) <> 0;
