-- The facts of the donors of donateurs_ecarts, as each side has them.
create view faits_a_l_horizon as
with donateurs as (
  select distinct signe, contact_id, horizon, touche from donateurs_ecarts
)
select signe, horizon, contact_id, annee, recul, media, origine, annee_precedente, premiere_annee, premier_don, deuxieme_don
from donateurs
join donateurs_annees using (contact_id)
where signe = 1 or not touche
union all
select signe, horizon, contact_id, annee, recul, media, origine, annee_precedente, premiere_annee, premier_don, deuxieme_don
from donateurs
join faits_ecarts using (signe, contact_id)
where signe = -1 and touche;
