-- What the donors whose first gift ever bears a campaign's code gave, to any campaign, by month.
-- nom : Dons des recrues par campagne et mois
-- clé : code, annee, mois
-- sommes : montant
select
  ensemble,
  code,
  date_part('year', order_date)::smallint as annee,
  date_part('month', order_date)::smallint as mois,
  sum(signe * order_amount) as montant
from (
  select 'publies' as ensemble, 1 as signe, faits.campagne as code, order_date, order_amount
  from donateurs_annees as faits
  join dons_des_contacts as dons on dons.contact_brut = faits.contact_id collate "default"
  where annee_precedente is null and not exclu and order_amount > 0
  union all
  select 'changes', case when exclu then 1 else -1 end, faits.campagne, order_date, order_amount
  from donateurs_annees as faits
  join dons_des_contacts as dons on dons.contact_brut = faits.contact_id collate "default"
  where annee_precedente is null
    and faits.contact_id = any (array(select contact_id from decides_depuis(null::donateurs_changes)))
    and order_amount > 0
  -- one server only {
  union all
  -- What counted before a refresh (-1) is what counts now less what became of it.
  select 'ecarts', signe, faits.campagne, order_date, order_amount
  from faits_ecarts as faits
  join dons on dons.contact_brut = faits.contact_id collate "default"
  where annee_precedente is null
  union all
  select 'ecarts', ecarts.signe, faits.campagne, order_date, order_amount
  from faits_ecarts as faits
  join dons_ecarts as ecarts on ecarts.contact_id = faits.contact_id collate "default"
  where annee_precedente is null and faits.signe = -1
  -- }
) as comptes
group by 1, 2, 3, 4;
