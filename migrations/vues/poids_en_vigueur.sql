-- The rules that weigh less, by the last word on each.
create view poids_en_vigueur as
select regle, poids
from (
  select distinct on (regle) regle, poids from poids_regles order by regle, numero desc
) as derniers
where poids <> 100;
