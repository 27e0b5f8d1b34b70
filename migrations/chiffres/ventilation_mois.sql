-- Gifts and their sum by code, on each of the four axes, and by month. Kept by the refresh of the facts.
-- clé : axe, annee, mois, code
-- sommes : nombre, montant
select 'publies' as ensemble, axe, annee, mois, code, nombre, montant from ventilation_mois_dons where nombre <> 0
union all
select
  'changes',
  axe,
  date_part('year', jour)::smallint,
  date_part('month', jour)::smallint,
  code,
  sum(nombre),
  sum(montant)
from decides_depuis(null::ventilation_jours_calcul)
group by 2, 3, 4, 5;
