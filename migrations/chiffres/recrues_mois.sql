-- What the donors whose first gift ever bears a campaign's code gave, to any campaign, by month.
-- nom : Dons des recrues par campagne et mois
-- rôle : Pour le seuil de rentabilité de l’écran Coûts
-- clé : code, annee, mois
-- sommes : montant
select
  ensemble,
  faits.campagne as code,
  dons.annee,
  date_part('month', order_date)::smallint as mois,
  sum(signe * cents) * 0.01 as montant
from faits_comptes as faits
join dons_des_faits as dons using (ensemble, signe, contact_id)
where annee_precedente is null
group by 1, 2, 3, 4;
