-- The facts of the donors of donateurs_ecarts, as each side has them.
create view faits_a_l_horizon as
select signe, horizon, contact_id, annee, recul, media, origine, annee_precedente, premiere_annee, premier_don, deuxieme_don
from (select distinct signe, contact_id, horizon from donateurs_ecarts where signe = 1 or not touche) as donateurs
join donateurs_annees using (contact_id)
union all
select signe, horizon, contact_id, annee, recul, media, origine, annee_precedente, premiere_annee, premier_don, deuxieme_don
from (select distinct signe, contact_id, horizon from donateurs_ecarts where signe = -1 and touche) as donateurs
join faits_comptes_ecarts using (signe, contact_id);
