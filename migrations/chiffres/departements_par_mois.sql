-- The same as by day, by month.
-- nom : Dons par département et par mois
-- rôle : Pour l’année en cours de l’écran Géographie
-- clé : annee, mois, departement
-- sommes : montant
select
  ensemble,
  annee,
  date_part('month', jour)::smallint as mois,
  departement,
  sum(montant) as montant
from (
  select 'publies' as ensemble, annee, jour, departement, montant from departements_par_jour
  union all
  select ensemble, annee, jour, departement, montant from decides_depuis(null::departements_par_jour_calcul)
  union all
  select ensemble, annee, jour, departement, montant from departements_par_jour_calcul where ensemble = 'ecarts'
) as jours
group by 1, 2, 3, 4;
