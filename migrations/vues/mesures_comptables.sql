-- What the controls compare of the years of which somebody said what the accounts have: that amount, and the
-- dashboard's.
create view mesures_comptables as
with saisis as materialized (
  select annee, montant from totaux_en_vigueur
)
select 'comptabilite.montant' as mesure, annee::text as partie, montant as valeur from saisis
union all
select 'mois.montant_saisi', annee::text, montant
from (select annee, sum(montant) as montant from dons_par_mois_a_jour group by annee) as annees
where annee in (select annee from saisis);
