-- ventilation_mois with what was decided about donors since.
create view ventilation_mois_a_jour as
select axe, annee, mois, code, sum(nombre)::bigint as nombre, sum(montant) as montant
from (
  select axe, annee, mois, code, nombre, montant from ventilation_mois
  union all
  select axe, annee, mois, code, nombre, montant from ventilation_mois_calcul where ensemble = 'changes'
) as parts
group by axe, annee, mois, code
having sum(nombre) <> 0;
