-- Gifts of the year of the published horizon and of the one before, by department and day: what an evolution at the same day
-- needs. Another year of the horizon is another question: then all is computed whole, see noter_changements.
-- nom : Dons par département et par jour
-- rôle : Pour l’année en cours de l’écran Géographie
-- clé : annee, jour, departement
-- sommes : montant
with an_passe as (
  select date_part('year', jour)::smallint - 1 as annee from horizon_publie
)
select
  ensemble,
  annee,
  order_date as jour,
  departement,
  sum(signe * cents) * 0.01 as montant
from dons_des_faits
where annee - (select annee from an_passe) between 0 and 1
group by 1, 2, 3, 4;
