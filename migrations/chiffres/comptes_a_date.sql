-- New and existing donors of the running year up to the horizon and of the year before up to the same day, by
-- what evolutions of the running year compare: the media and the origin code of their first gift of the year, and as of
-- that day their campaign profile, and the bands of their total and of their last gift.
-- nom : Donateurs à date, cette année et la précédente
-- rôle : Pour les évolutions à date des écrans Nouveaux et Montants
-- clé : annee, axe, code
-- sommes : nouveaux, anciens
-- à l’horizon : oui
select
  ensemble,
  annee,
  axe,
  code,
  coalesce(sum(signe) filter (where recul = 0), 0) as nouveaux,
  coalesce(sum(signe) filter (where recul > 0), 0) as anciens
from (
  select
    ensemble,
    signe,
    annee,
    recul,
    unnest(array['media', 'origine', 'profil', 'tranche_total', 'tranche_dernier']) as axe,
    unnest(array[media, origine, profil, tranche_total::text, tranche_dernier::text]) as code
  from donateurs_a_date
) as axes
group by 1, 2, 3, 4;
