-- The donors of the year before the running one as their gifts up to the day of arret_a_date make them, and those of the
-- running year up to the horizon: as their facts have them, but for the few with a gift of a day to come.
create view donateurs_a_date as
select
  ensemble,
  signe,
  annee,
  recul,
  media,
  origine,
  profil_campagne(nombre, nombre_vfl) as profil,
  tranche_montant(montant) as tranche_total,
  tranche_montant(dernier_montant) as tranche_dernier
from (
  select
    ensemble,
    signe,
    annee,
    min(recul) as recul,
    min(media collate "C") as media,
    min(origine collate "C") as origine,
    count(*)::integer as nombre,
    count(*) filter (where vfl)::integer as nombre_vfl,
    sum(order_amount) as montant,
    (array_agg(order_amount order by order_date desc, length(id) desc, id desc))[1] as dernier_montant
  from dons_a_date
  group by ensemble, signe, contact_id, annee
) as donateurs
union all
select ensemble, signe, annee, recul, media, origine, profil, tranche_total, tranche_dernier
from faits_comptes
where ensemble <> 'ecarts'
  and annee = (select date_part('year', horizon)::smallint from arret_a_date)
  and dernier_jour <= (select horizon from arret_a_date);
