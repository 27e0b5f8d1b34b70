-- Series by the months from that of their first gift to that in which they are no longer active.
-- nom : Durée des séries de dons
-- rôle : Pour l’écran Dons réguliers
-- clé : mois
-- sommes : series
select
  ensemble,
  (12 * (date_part('year', arret) - date_part('year', premier)) + date_part('month', arret) - date_part('month', premier))::smallint as mois,
  sum(signe) as series
from series_comptees
where connue_le is not null
group by 1, 2;
