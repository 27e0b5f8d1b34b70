-- The gifts of the year before the running one up to the day of arret_a_date, as they were published, each with the fact of
-- its donor.
create view dons_a_date_publies as
with arret as materialized (
  select * from arret_a_date
)
select contact_id, faits.annee, recul, faits.media, faits.origine, id, order_amount, order_date, vfl
from tous_les_dons as dons
join donateurs_annees as faits using (contact_id)
where order_date between (select debut from arret) and (select jour from arret)
  and faits.annee = (select date_part('year', jour)::smallint from arret)
  and not exclu
  -- one server only {
  and contact_brut not in (select contact_id from groupes_publies)
union all
select
  faits.contact_id, faits.annee, recul, faits.media, faits.origine, id, order_amount, order_date, vfl
from groupes_publies as groupes
join donateurs_annees as faits on faits.contact_id = groupes.contact_principal
join tous_les_dons as dons on contact_brut = groupes.contact_id
where order_date between (select debut from arret) and (select jour from arret)
  and faits.annee = (select date_part('year', jour)::smallint from arret)
  and not exclu
  -- }
;
