-- What the accounts have of a year or month beside the dashboard, and the latest explanation of that very gap, if any.
create view totaux_compares as
select
  totaux.annee,
  totaux.mois,
  totaux.montant,
  totaux.tableau_de_bord,
  totaux.saisi_par,
  totaux.saisi_le,
  explications.raison,
  explications.explique_par,
  explications.explique_le
from (
  select
    derniers.annee,
    derniers.mois,
    derniers.montant,
    coalesce(sum(dons.montant), 0) as tableau_de_bord,
    coalesce(identite, saisi_par) as saisi_par,
    saisi_le
  from totaux_en_vigueur as derniers
  left join (
    select annee, mois, montant from dons_par_mois_a_jour
    union all
    select annee, null::smallint, montant from dons_par_mois_a_jour
  ) as dons on dons.annee = derniers.annee and dons.mois is not distinct from derniers.mois
  group by derniers.annee, derniers.mois, derniers.montant, identite, saisi_par, saisi_le
) as totaux
left join (
  select distinct on (annee, mois, comptabilite, tableau_de_bord)
    annee, mois, comptabilite, tableau_de_bord, raison, coalesce(identite, explique_par) as explique_par, explique_le
  from ecarts_expliques
  order by annee, mois, comptabilite, tableau_de_bord, numero desc
) as explications
  on explications.annee = totaux.annee
  and explications.mois is not distinct from totaux.mois
  and explications.comptabilite = totaux.montant
  and explications.tableau_de_bord = totaux.tableau_de_bord;
