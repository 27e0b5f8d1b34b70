-- What the donors whose first gift ever bears a campaign's code gave, to any campaign, by month.
-- nom : Dons des recrues par campagne et mois
-- rôle : Pour le seuil de rentabilité de l’écran Coûts
-- clé : code, annee, mois
-- sommes : montant
select
  ensemble,
  code,
  date_part('year', order_date)::smallint as annee,
  date_part('month', order_date)::smallint as mois,
  sum(signe * cents) * 0.01 as montant
from (
  select 'publies' as ensemble, 1 as signe, faits.campagne as code, order_date, cents
  from donateurs_annees as faits
  join dons_publies as dons using (contact_id)
  where annee_precedente is null and not faits.exclu
  union all
  select 'changes', case when faits.exclu then 1 else -1 end, faits.campagne, order_date, cents
  from donateurs_annees as faits
  join dons_publies as dons using (contact_id)
  where annee_precedente is null
    and contact_id = any (array(select contact_id from decides_depuis(null::donateurs_changes)))
  -- one server only {
  union all
  -- Who was merged or separated, as published and as it is.
  select 'changes', -1, faits.campagne, order_date, cents
  from donateurs_annees as faits
  join dons_publies as dons using (contact_id)
  where annee_precedente is null
    and contact_id = any (array(select contact_id from decides_depuis(null::contacts_regroupes)))
    and not faits.exclu
  union all
  select 'changes', 1, faits.campagne, order_date, (order_amount * 100)::bigint
  from decides_depuis(null::contacts_regroupes) as regroupes
  join decides_depuis(null::faits_regroupes) as faits on faits.contact_id = regroupes.present
  join dons_des_contacts as dons on dons.contact_brut = regroupes.contact_id
  where annee_precedente is null and not exclu and order_amount > 0
  union all
  -- Whose first code stays gave what they gave, but what became of it. The others are few, and sought one by one.
  select 'ecarts', faits.signe, campagne, order_date, (order_amount * 100)::bigint
  from (
    select contact_brut, campagne, sum(signe)::integer as signe
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
  select 'ecarts', ecarts.signe, faits.campagne, order_date, (order_amount * 100)::bigint
  from faits_ecarts as faits
  join donateurs_ecarts as bruts using (signe, contact_id)
  join dons_ecarts as ecarts on ecarts.contact_id = bruts.contact_brut
  where annee_precedente is null and touche and faits.signe = -1
  -- }
) as comptes
group by 1, 2, 3, 4;
