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
  -- The gifts of who counts as another.
  select 'publies', 1, faits.campagne, order_date, order_amount
  from groupes_contacts as membres
  join donateurs_annees as faits on faits.contact_id = membres.contact_principal
  join dons_des_contacts as dons on dons.contact_brut = membres.contact_id
  where annee_precedente is null and not exclu and order_amount > 0
  union all
  select 'changes', case when exclu then 1 else -1 end, faits.campagne, order_date, order_amount
  from groupes_contacts as membres
  join donateurs_annees as faits on faits.contact_id = membres.contact_principal
  join dons_des_contacts as dons on dons.contact_brut = membres.contact_id
  where annee_precedente is null
    and faits.contact_id = any (array(select contact_id from decides_depuis(null::donateurs_changes)))
    and order_amount > 0
  union all
  -- Who was merged or separated, as published and as it is.
  select 'changes', -1, faits.campagne, order_date, order_amount
  from decides_depuis(null::contacts_regroupes) as regroupes
  join donateurs_annees as faits on faits.contact_id = regroupes.avant
  join dons_des_contacts as dons on dons.contact_brut = regroupes.contact_id collate "default"
  where annee_precedente is null and not exclu and order_amount > 0
  union all
  select 'changes', 1, faits.campagne, order_date, order_amount
  from decides_depuis(null::contacts_regroupes) as regroupes
  join decides_depuis(null::faits_regroupes) as faits on faits.contact_id = regroupes.present
  join dons_des_contacts as dons on dons.contact_brut = regroupes.contact_id collate "default"
  where annee_precedente is null and not exclu and order_amount > 0
  union all
  -- Whose first code stays gave what they gave, but what became of it. The others are few, and sought one by one.
  select 'ecarts', faits.signe, campagne, order_date, order_amount
  from (
    select contact_brut, campagne, sum(signe) as signe
    from faits_ecarts
    join donateurs_ecarts using (signe, contact_id)
    where annee_precedente is null and touche
    group by 1, 2
    having sum(signe) <> 0
  ) as faits
  cross join lateral (
    select order_date, order_amount from dons where dons.contact_brut = faits.contact_brut offset 0
  ) as dons
  union all
  select 'ecarts', ecarts.signe, faits.campagne, order_date, order_amount
  from faits_ecarts as faits
  join donateurs_ecarts as bruts using (signe, contact_id)
  join dons_ecarts as ecarts on ecarts.contact_id = bruts.contact_brut
  where annee_precedente is null and touche and faits.signe = -1
  -- }
) as comptes
group by 1, 2, 3, 4;
