-- New donors whose 24 months are over at the horizon of the publication and who gave on a later day within them, by the
-- days between.
-- nom : Délais du deuxième don
-- rôle : Pour l’écran Deuxième don
-- clé : cohorte, delai
-- sommes : nombre
-- à l’horizon : oui
select ensemble, cohorte, delai, sum(signe) as nombre
from deuxiemes_dons_echus_calcul
where echu_le <= coalesce(horizon, (select jour from horizon_publie))
group by 1, 2, 3;
