-- What the controls compare of the years and months of which somebody said what the accounts have: that amount, and the
-- dashboard's.
create view mesures_comptables as
with saisis as materialized (
  select annee, mois, montant from totaux_en_vigueur
)
select 'comptabilite.montant' as mesure, annee::text as partie, montant as valeur from saisis where mois is null
union all
select 'mois.montant_saisi', annee::text, montant
from (select annee, sum(montant) as montant from dons_par_mois_a_jour group by annee) as annees
where annee in (select annee from saisis where mois is null)
union all
select 'comptabilite.montant_du_mois', mois_ecrit(annee, mois), montant from saisis where mois is not null
union all
select 'mois.montant_du_mois_saisi', mois_ecrit(annee, mois), montant
from (select annee, mois, sum(montant) as montant from dons_par_mois_a_jour group by annee, mois) as mois
where (annee, mois) in (select annee, mois from saisis where mois is not null);
