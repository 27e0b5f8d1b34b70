-- New donors by the day of their first gift, and how many of them gave on a later day within 3, 12 and 24 months.
-- nom : Deuxième don
-- rôle : Pour l’écran Deuxième don
-- clé : jour
-- sommes : nouveaux, avec_3, avec_12, avec_24
select
  ensemble,
  premier_don as jour,
  sum(signe) as nouveaux,
  coalesce(sum(signe) filter (where deuxieme_don <= premier_don + interval '3 months'), 0) as avec_3,
  coalesce(sum(signe) filter (where deuxieme_don <= premier_don + interval '12 months'), 0) as avec_12,
  coalesce(sum(signe) filter (where deuxieme_don <= premier_don + interval '24 months'), 0) as avec_24
from faits_comptes
where annee_precedente is null
group by 1, 2;
