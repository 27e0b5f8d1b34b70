-- The gifts of the running year up to the horizon, published and decided since, of the few donors with one of a day to come:
-- of all others the facts are those of that day.
create view dons_a_date_en_cours as
with arret as materialized (
  select * from arret_a_date
)
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
  and faits.annee = (select date_part('year', horizon)::smallint from arret)
  -- one server only {
  and contact_id not in (select contact_id from decides_depuis(null::contacts_regroupes))
  -- }
;
