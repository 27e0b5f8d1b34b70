-- dons_par_mois with what was decided about donors since.
create view dons_par_mois_a_jour as
select annee, mois, sum(nombre)::bigint as nombre, sum(montant) as montant
from (
  select annee, mois, nombre, montant from dons_par_mois
  union all
  select annee, mois, nombre, montant from dons_par_mois_calcul where ensemble = 'changes'
) as parts
group by annee, mois
having sum(nombre) <> 0;
