-- Donors of a year by department.
-- nom : Donateurs par département
-- rôle : Pour l’écran Géographie
-- clé : annee, departement
-- sommes : donateurs, nouveaux, dons, montant
select
  ensemble,
  annee,
  departement,
  sum(donateurs) as donateurs,
  coalesce(sum(donateurs) filter (where nouveau), 0) as nouveaux,
  sum(dons) as dons,
  sum(montant) as montant
from (
  select 'publies' as ensemble, annee, departement, nouveau, donateurs, dons, montant from croisements
  union all
  select ensemble, annee, departement, nouveau, donateurs, dons, montant from decides_depuis(null::croisements_calcul)
  union all
  select ensemble, annee, departement, nouveau, donateurs, dons, montant from croisements_calcul where ensemble = 'ecarts'
) as cases
group by 1, 2, 3;
