-- The gifts of a year with the fact that they belong to, as faits_comptes has it. Those of the contacts whom something
-- changed since are few, and found by the index. What counted before a refresh (`ecarts`, -1) is what counts now less
-- what became of it.
create view dons_des_faits as
select 'publies' as ensemble, 1 as signe, faits.contact_id, annee, recul, order_date, order_amount
from donateurs_annees as faits
join dons_des_contacts as dons on dons.contact_brut = faits.contact_id collate "default"
  and order_date >= make_date(annee, 1, 1) and order_date < make_date(annee + 1, 1, 1)
where not exclu and order_amount > 0
union all
select 'changes', case when exclu then 1 else -1 end, faits.contact_id, annee, recul, order_date, order_amount
from donateurs_annees as faits
join dons_des_contacts as dons on dons.contact_brut = faits.contact_id collate "default"
  and order_date >= make_date(annee, 1, 1) and order_date < make_date(annee + 1, 1, 1)
where faits.contact_id = any (array(select contact_id from decides_depuis(null::donateurs_changes)))
  and order_amount > 0
-- one server only {
union all
select 'ecarts', signe, faits.contact_id, annee, recul, order_date, order_amount
from faits_ecarts as faits
join dons on dons.contact_brut = faits.contact_id collate "default"
  and order_date >= make_date(annee, 1, 1) and order_date < make_date(annee + 1, 1, 1)
union all
select 'ecarts', ecarts.signe, faits.contact_id, annee, recul, order_date, order_amount
from faits_ecarts as faits
join dons_ecarts as ecarts on ecarts.contact_id = faits.contact_id collate "default"
  and order_date >= make_date(annee, 1, 1) and order_date < make_date(annee + 1, 1, 1)
where faits.signe = -1
-- }
;
