-- Donors by their RFM code at the horizon, the gifts that it counts and their sum: those of 36 months, else the last.
-- nom : Grille RFM
-- rôle : Pour l’écran Grille RFM
-- clé : code
-- sommes : donateurs, dons, montant
-- à l’horizon : oui
select
  ensemble,
  code_grille(horizon, coalesce(recents_jour, (horizon - interval '36 months')::date), coalesce(recents, 0), pese) as code,
  sum(signe) as donateurs,
  sum(signe * coalesce(recents, 1)) as dons,
  sum(signe * pese) as montant
from donateurs_a_l_horizon
group by 1, 2;
