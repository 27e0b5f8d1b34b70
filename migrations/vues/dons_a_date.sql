-- The gifts of the year before the running one up to the day of arret_a_date, each with the fact of its donor: those that
-- count (`publies`), and those of the contacts who were excluded or reinstated since (`changes`). Of the running year only
-- those of the few donors with a gift of a day to come. Then both of the donors merged or separated since, before and
-- after, and what a refresh changes of either, unless its horizon ends a year.
create view dons_a_date as
with arret as materialized (
  select * from arret_a_date
),
annees as materialized (
  select date_part('year', jour)::smallint as annee, debut as du, jour as au, date '-infinity' as apres from arret
  union all
  select date_part('year', horizon)::smallint, debut_en_cours, horizon, horizon from arret
)
select
  'publies' as ensemble, 1 as signe, contact_id, faits.annee, recul, faits.media, faits.origine, id, order_amount, order_date,
  vfl
from tous_les_dons as dons
join donateurs_annees as faits using (contact_id)
where order_date between (select debut from arret) and (select jour from arret)
  and faits.annee = (select date_part('year', jour)::smallint from arret)
  and not exclu
  -- one server only {
  and contact_brut not in (select contact_id from groupes_publies)
  -- }
union all
select
  'changes', case when exclu then 1 else -1 end, contact_id, faits.annee, faits.recul, faits.media, faits.origine,
  id, order_amount, order_date, vfl
from dons_canoniques as dons
join donateurs_annees as faits using (contact_id)
where contact_brut = any (membres_des_groupes(array(
    select contact_id
    from decides_depuis(null::donateurs_changes)
    join donateurs_annees using (contact_id)
    where annee = (select date_part('year', jour)::smallint from arret)
  )))
  and order_date between (select debut from arret) and (select jour from arret)
  and faits.annee = (select date_part('year', jour)::smallint from arret)
union all
select
  ensemble, signe, contact_id, faits.annee, recul, faits.media, faits.origine, id, order_amount, order_date, vfl
from dons_canoniques as dons
join faits_comptes as faits using (contact_id)
where contact_brut = any (membres_des_groupes(array(
    select contact_id
    from donateurs_annees
    where annee = (select date_part('year', horizon)::smallint from arret)
      and dernier_jour > (select horizon from arret)
  )))
  and order_date between (select debut_en_cours from arret) and (select horizon from arret)
  and ensemble <> 'ecarts'
  and faits.annee = (select date_part('year', horizon)::smallint from arret)
  -- one server only {
  and contact_id not in (select contact_id from decides_depuis(null::contacts_regroupes))
union all
select
  'publies', 1, faits.contact_id, faits.annee, recul, faits.media, faits.origine, id, order_amount, order_date, vfl
from groupes_publies as groupes
join donateurs_annees as faits on faits.contact_id = groupes.contact_principal
join tous_les_dons as dons on contact_brut = groupes.contact_id
where order_date between (select debut from arret) and (select jour from arret)
  and faits.annee = (select date_part('year', jour)::smallint from arret)
  and not exclu
union all
select
  'changes', -1, faits.contact_id, faits.annee, recul, faits.media, faits.origine, id, order_amount, order_date, vfl
from decides_depuis(null::contacts_regroupes) as regroupes
join donateurs_annees as faits on faits.contact_id = avant
join annees on annees.annee = faits.annee and dernier_jour > apres
join tous_les_dons as dons on contact_brut = regroupes.contact_id and order_date between du and au
where not exclu
union all
select
  'changes', 1, faits.contact_id, faits.annee, recul, faits.media, faits.origine, id, order_amount, order_date, vfl
from decides_depuis(null::contacts_regroupes) as regroupes
join decides_depuis(null::faits_regroupes) as faits on faits.contact_id = present
join annees on annees.annee = faits.annee and dernier_jour > apres
join tous_les_dons as dons on contact_brut = regroupes.contact_id and order_date between du and au
where not exclu
union all
select
  'ecarts', signe, contact_id, annee, recul, media, origine, id, order_amount, order_date, vfl
from dons_a_l_horizon as dons
join faits_a_l_horizon as faits using (signe, horizon, contact_id, annee)
where order_date >= make_date(date_part('year', horizon)::integer - 1, 1, 1)
  and order_date <= horizon - make_interval(years => date_part('year', horizon)::integer - annee)
  and date_part('doy', horizon + 1) > 1
-- }
;
