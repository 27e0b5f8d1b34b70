-- The codes of a year on each axis by amount, the largest first: rang 1, 2, …
create view ventilation_rangs_a_jour as
select
  axe,
  annee,
  code,
  sum(nombre)::bigint as nombre,
  sum(montant) as montant,
  row_number() over (partition by axe, annee order by sum(montant) desc, code collate "C") as rang
from ventilation_mois_axes
group by axe, annee, code
having sum(nombre) > 0;
