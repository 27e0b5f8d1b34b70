-- What the controls compare of the years and months of which somebody said what the accounts have: that amount, and the
-- dashboard's; not where the gap between these two is explained.
create view mesures_comptables as
with compares as materialized (
  select annee, mois, montant, tableau_de_bord from totaux_compares where explique_le is null
)
select 'comptabilite.montant' as mesure, annee::text as partie, montant as valeur from compares where mois is null
union all
select 'mois.montant_saisi', annee::text, tableau_de_bord from compares where mois is null
union all
select 'comptabilite.montant_du_mois', mois_ecrit(annee, mois), montant from compares where mois is not null
union all
select 'mois.montant_du_mois_saisi', mois_ecrit(annee, mois), tableau_de_bord from compares where mois is not null;
