-- Of the same gifts those of the contacts who were excluded or reinstated since (-1, 1).
create view dons_a_date_decides as
with arret as materialized (
  select * from arret_a_date
)
select
  case when exclu then 1 else -1 end as signe, contact_id, faits.annee, faits.recul, faits.media, faits.origine, id,
  order_amount, order_date, vfl
from dons_canoniques as dons
join donateurs_annees as faits using (contact_id)
where contact_brut = any (membres_des_groupes(array(
    select contact_id
    from decides_depuis(null::donateurs_changes)
    join donateurs_annees using (contact_id)
    where annee = (select date_part('year', jour)::smallint from arret)
  )))
  and order_date between (select debut from arret) and (select jour from arret)
  and faits.annee = (select date_part('year', jour)::smallint from arret);
