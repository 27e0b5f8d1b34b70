-- Of these whom a refresh changes, at the horizon of each side.
create view deuxiemes_dons_echus_calcul_ecarts as
select
  signe, horizon,
  premiere_annee as cohorte,
  deuxieme_don - premier_don as delai,
  (premier_don + interval '24 months')::date as echu_le
from faits_a_l_horizon
where annee_precedente is null and deuxieme_don <= premier_don + interval '24 months';
