-- New donors who gave on a later day within 24 months, with the days between (`delai`) and the day on which their
-- 24 months are over.
create view deuxiemes_dons_echus_calcul as
select
  ensemble, signe, null::date as horizon,
  premiere_annee as cohorte,
  deuxieme_don - premier_don as delai,
  (premier_don + interval '24 months')::date as echu_le
from faits_comptes
where annee_precedente is null and deuxieme_don <= premier_don + interval '24 months';
