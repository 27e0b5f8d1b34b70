-- New donors who gave on a later day within 24 months, with the days between (`delai`) and the day on which their
-- 24 months are over; `ecarts` are those whom a refresh changes, at the horizon of each side.
create view deuxiemes_dons_echus_calcul as
select
  ensemble, signe, horizon,
  premiere_annee as cohorte,
  deuxieme_don - premier_don as delai,
  (premier_don + interval '24 months')::date as echu_le
from (
  select ensemble, signe, null::date as horizon, annee_precedente, premiere_annee, premier_don, deuxieme_don
  from faits_comptes
  where ensemble <> 'ecarts'
  -- one server only {
  union all
  select 'ecarts', signe, horizon, annee_precedente, premiere_annee, premier_don, deuxieme_don
  from faits_a_l_horizon
  -- }
) as faits
where annee_precedente is null and deuxieme_don <= premier_don + interval '24 months';
