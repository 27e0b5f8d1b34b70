-- The donors of the year before the running one as they were on the day of arret_a_date, from their gifts up to then:
-- those that count (`publies`), and those of the contacts who were excluded or reinstated since (`changes`). Then those
-- of the running year up to the horizon: as their facts have them, but for the few with a gift of a day to come. Last what
-- a refresh changes of either, unless its horizon ends a year; and before it the groups, and the donors merged or separated
-- since.
create view donateurs_a_date as
with arret as materialized (
  select * from arret_a_date
)
select
  'publies' as ensemble,
  1 as signe,
  annee,
  recul,
  media,
  origine,
  profil_campagne(dons.nombre, dons.nombre_vfl) as profil,
  tranche_montant(dons.montant) as tranche_total,
  tranche_montant(dons.dernier_montant) as tranche_dernier
from (
  select
    contact_id,
    count(*)::integer as nombre,
    count(*) filter (where vfl)::integer as nombre_vfl,
    sum(order_amount) as montant,
    (array_agg(order_amount order by order_date desc, length(id) desc, id desc))[1] as dernier_montant
  from tous_les_dons
  where order_date between (select debut from arret) and (select jour from arret)
    -- one server only {
    and contact_brut not in (select contact_id from groupes_publies)
    -- }
  group by contact_id
) as dons
join donateurs_annees using (contact_id)
where annee = (select date_part('year', jour)::smallint from arret)
  and not exclu
union all
select
  'changes',
  case when exclu then 1 else -1 end,
  annee,
  recul,
  media,
  origine,
  profil_campagne(dons.nombre, dons.nombre_vfl),
  tranche_montant(dons.montant),
  tranche_montant(dons.dernier_montant)
from (
  select
    contact_id,
    count(*)::integer as nombre,
    count(*) filter (where vfl)::integer as nombre_vfl,
    sum(order_amount) as montant,
    (array_agg(order_amount order by order_date desc, length(id) desc, id desc))[1] as dernier_montant
  from dons_canoniques
  where contact_brut = any (membres_des_groupes(array(
      select contact_id collate "default"
      from decides_depuis(null::donateurs_changes)
      join donateurs_annees using (contact_id)
      where annee = (select date_part('year', jour)::smallint from arret)
    )))
    and order_date between (select debut from arret) and (select jour from arret)
  group by contact_id
) as dons
join donateurs_annees using (contact_id)
where annee = (select date_part('year', jour)::smallint from arret)
union all
select
  ensemble,
  signe,
  annee,
  recul,
  media,
  origine,
  profil,
  tranche_total,
  tranche_dernier
from faits_comptes
where ensemble <> 'ecarts'
  and annee = (select date_part('year', horizon)::smallint from arret)
  and dernier_jour <= (select horizon from arret)
union all
select
  ensemble,
  signe,
  annee,
  recul,
  media,
  origine,
  profil_campagne(dons.nombre, dons.nombre_vfl),
  tranche_montant(dons.montant),
  tranche_montant(dons.dernier_montant)
from (
  select
    contact_id,
    count(*)::integer as nombre,
    count(*) filter (where vfl)::integer as nombre_vfl,
    sum(order_amount) as montant,
    (array_agg(order_amount order by order_date desc, length(id) desc, id desc))[1] as dernier_montant
  from dons_canoniques
  where contact_brut = any (membres_des_groupes(array(
      select contact_id collate "default"
      from donateurs_annees
      where annee = (select date_part('year', horizon)::smallint from arret)
        and dernier_jour > (select horizon from arret)
    )))
    and order_date between (select debut_en_cours from arret) and (select horizon from arret)
  group by contact_id
) as dons
join faits_comptes using (contact_id)
where ensemble <> 'ecarts'
  and annee = (select date_part('year', horizon)::smallint from arret)
  -- one server only {
  and contact_id not in (select contact_id from decides_depuis(null::contacts_regroupes))
  -- }
-- one server only {
union all
select
  'publies',
  1,
  annee,
  recul,
  media,
  origine,
  profil_campagne(dons.nombre, dons.nombre_vfl),
  tranche_montant(dons.montant),
  tranche_montant(dons.dernier_montant)
from (
  select
    contact_principal collate "C" as contact_id,
    count(*)::integer as nombre,
    count(*) filter (where vfl)::integer as nombre_vfl,
    sum(order_amount) as montant,
    (array_agg(order_amount order by order_date desc, length(id) desc, id desc))[1] as dernier_montant
  from groupes_publies as groupes
  join tous_les_dons on contact_brut = groupes.contact_id
  where order_date between (select debut from arret) and (select jour from arret)
  group by contact_principal
) as dons
join donateurs_annees using (contact_id)
where annee = (select date_part('year', jour)::smallint from arret)
  and not exclu
union all
select
  'changes',
  -1,
  annee,
  recul,
  media,
  origine,
  profil_campagne(dons.nombre, dons.nombre_vfl),
  tranche_montant(dons.montant),
  tranche_montant(dons.dernier_montant)
from (
  select
    avant as contact_id,
    count(*)::integer as nombre,
    count(*) filter (where vfl)::integer as nombre_vfl,
    sum(order_amount) as montant,
    (array_agg(order_amount order by order_date desc, length(id) desc, id desc))[1] as dernier_montant
  from decides_depuis(null::contacts_regroupes) as regroupes
  join tous_les_dons on contact_brut = regroupes.contact_id collate "default"
  where order_date between (select debut from arret) and (select jour from arret)
  group by avant
) as dons
join donateurs_annees as faits using (contact_id)
where annee = (select date_part('year', jour)::smallint from arret)
  and not exclu
union all
select
  'changes',
  1,
  annee,
  recul,
  media,
  origine,
  profil_campagne(dons.nombre, dons.nombre_vfl),
  tranche_montant(dons.montant),
  tranche_montant(dons.dernier_montant)
from (
  select
    present as contact_id,
    count(*)::integer as nombre,
    count(*) filter (where vfl)::integer as nombre_vfl,
    sum(order_amount) as montant,
    (array_agg(order_amount order by order_date desc, length(id) desc, id desc))[1] as dernier_montant
  from decides_depuis(null::contacts_regroupes) as regroupes
  join tous_les_dons on contact_brut = regroupes.contact_id collate "default"
  where order_date between (select debut from arret) and (select jour from arret)
  group by present
) as dons
join decides_depuis(null::faits_regroupes) as faits using (contact_id)
where annee = (select date_part('year', jour)::smallint from arret)
  and not exclu
union all
select
  'changes',
  -1,
  annee,
  recul,
  media,
  origine,
  profil_campagne(dons.nombre, dons.nombre_vfl),
  tranche_montant(dons.montant),
  tranche_montant(dons.dernier_montant)
from (
  select
    avant as contact_id,
    count(*)::integer as nombre,
    count(*) filter (where vfl)::integer as nombre_vfl,
    sum(order_amount) as montant,
    (array_agg(order_amount order by order_date desc, length(id) desc, id desc))[1] as dernier_montant
  from decides_depuis(null::contacts_regroupes) as regroupes
  join tous_les_dons on contact_brut = regroupes.contact_id collate "default"
  where order_date between (select debut_en_cours from arret) and (select horizon from arret)
  group by avant
) as dons
join donateurs_annees as faits using (contact_id)
where annee = (select date_part('year', horizon)::smallint from arret)
  and faits.dernier_jour > (select horizon from arret)
  and not exclu
union all
select
  'changes',
  1,
  annee,
  recul,
  media,
  origine,
  profil_campagne(dons.nombre, dons.nombre_vfl),
  tranche_montant(dons.montant),
  tranche_montant(dons.dernier_montant)
from (
  select
    present as contact_id,
    count(*)::integer as nombre,
    count(*) filter (where vfl)::integer as nombre_vfl,
    sum(order_amount) as montant,
    (array_agg(order_amount order by order_date desc, length(id) desc, id desc))[1] as dernier_montant
  from decides_depuis(null::contacts_regroupes) as regroupes
  join tous_les_dons on contact_brut = regroupes.contact_id collate "default"
  where order_date between (select debut_en_cours from arret) and (select horizon from arret)
  group by present
) as dons
join decides_depuis(null::faits_regroupes) as faits using (contact_id)
where annee = (select date_part('year', horizon)::smallint from arret)
  and faits.dernier_jour > (select horizon from arret)
  and not exclu
union all
select
  'ecarts',
  signe,
  annee,
  recul,
  media,
  origine,
  profil_campagne(dons.nombre, dons.nombre_vfl),
  tranche_montant(dons.montant),
  tranche_montant(dons.dernier_montant)
from (
  select
    signe,
    contact_id,
    annee,
    count(*)::integer as nombre,
    count(*) filter (where vfl)::integer as nombre_vfl,
    sum(order_amount) as montant,
    (array_agg(order_amount order by order_date desc, length(id) desc, id desc))[1] as dernier_montant
  from dons_a_l_horizon
  where order_date >= make_date(date_part('year', horizon)::integer - 1, 1, 1)
    and order_date <= horizon - make_interval(years => date_part('year', horizon)::integer - annee)
    and date_part('doy', horizon + 1) > 1
  group by signe, contact_id, annee
) as dons
join faits_a_l_horizon using (signe, contact_id, annee)
-- }
;
