-- The gifts of a year with the fact that they belong to, as faits_comptes has it. What counted before a refresh (`ecarts`,
-- -1) is what counts now less what became of it; what is asked of a fact is mostly the same before and after, and its gifts
-- then need not be read.
create view dons_des_faits as
select 'publies' as ensemble, 1 as signe, contact_id, annee, recul, departement, order_date, cents
from dons_publies
where not exclu
union all
select 'changes', case when exclu then 1 else -1 end, contact_id, annee, recul, departement, order_date, cents
from dons_publies
where contact_id = any (array(select contact_id from decides_depuis(null::donateurs_changes)))
-- one server only {
union all
select 'changes', -1, contact_id, annee, recul, departement, order_date, cents
from dons_publies
where contact_id = any (array(select contact_id from decides_depuis(null::contacts_regroupes))) and not exclu
union all
select 'changes', 1, faits.contact_id, annee, recul, departement, order_date, (order_amount * 100)::bigint
from decides_depuis(null::contacts_regroupes) as regroupes
join decides_depuis(null::faits_regroupes) as faits on faits.contact_id = present
join dons_des_contacts as dons on dons.contact_brut = regroupes.contact_id
  and order_date >= make_date(annee, 1, 1) and order_date < make_date(annee + 1, 1, 1)
where not exclu and order_amount > 0
union all
select 'ecarts', signe, faits.contact_id, faits.annee, recul, departement, order_date, (order_amount * 100)::bigint
from (
  select sum(signe)::integer as signe, contact_id, contact_brut, annee, recul, departement
  from faits_ecarts
  join donateurs_ecarts using (signe, contact_id)
  where touche
  group by 2, 3, 4, 5, 6
  having sum(signe) <> 0
) as faits
cross join lateral (
  select order_date, order_amount
  from dons
  where dons.contact_brut = faits.contact_brut
    and order_date >= make_date(faits.annee, 1, 1) and order_date < make_date(faits.annee + 1, 1, 1)
  offset 0
) as dons
union all
select 'ecarts', ecarts.signe, faits.contact_id, annee, recul, departement, order_date, (order_amount * 100)::bigint
from faits_ecarts as faits
join donateurs_ecarts as bruts using (signe, contact_id)
join dons_ecarts as ecarts on ecarts.contact_id = bruts.contact_brut
  and order_date >= make_date(annee, 1, 1) and order_date < make_date(annee + 1, 1, 1)
where faits.signe = -1 and touche
-- }
;
