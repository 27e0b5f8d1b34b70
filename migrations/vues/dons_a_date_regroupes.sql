-- The gifts of both of the donors merged or separated since: as they were published (-1), and as they are (1).
-- one server only {
create view dons_a_date_regroupes as
with annees as materialized (
  select date_part('year', jour)::smallint as annee, debut as du, jour as au, date '-infinity' as apres from arret_a_date
  union all
  select date_part('year', horizon)::smallint, debut_en_cours, horizon, horizon from arret_a_date
)
select -1 as signe, faits.contact_id, faits.annee, recul, faits.media, faits.origine, id, order_amount, order_date, vfl
from decides_depuis(null::contacts_regroupes) as regroupes
join donateurs_annees as faits on faits.contact_id = avant
join annees on annees.annee = faits.annee and dernier_jour > apres
join tous_les_dons as dons on contact_brut = regroupes.contact_id and order_date between du and au
where not exclu
union all
select 1, faits.contact_id, faits.annee, recul, faits.media, faits.origine, id, order_amount, order_date, vfl
from decides_depuis(null::contacts_regroupes) as regroupes
join decides_depuis(null::faits_regroupes) as faits on faits.contact_id = present
join annees on annees.annee = faits.annee and dernier_jour > apres
join tous_les_dons as dons on contact_brut = regroupes.contact_id and order_date between du and au
where not exclu;
-- }
