-- Gifts and their sum by code, on each of the four axes, and by day. What is published counts gifts of a month under its
-- first day, those of the last three years with gifts apart: only there days are asked for, and groups are what costs.
--
-- Two axes at a time, a wide one with a narrow one, are two passes over the gifts and few groups.
create view ventilation_jours_calcul as
with dates as not materialized (
  select
    ensemble,
    signe,
    case
      when ensemble = 'changes'
        or order_date >= (select make_date(date_part('year', max(jour))::integer - 2, 1, 1) from dons_par_jour
          where jour <= (now() at time zone 'Europe/Paris')::date)
      then order_date
      else order_date - date_part('day', order_date)::integer + 1
    end as jour,
    order_amount,
    campagne,
    media,
    origine,
    produit
  from dons_comptes
)
select ensemble, jour, axe, code, sum(nombre) as nombre, sum(montant) as montant
from (
  select ensemble, jour, axe, code, nombre, montant
  from (
    select ensemble, jour, campagne, media, sum(signe) as nombre, sum(signe * order_amount) as montant
    from dates
    group by 1, 2, 3, 4
  ) as paires
  cross join lateral (values ('campagne', campagne), ('media', media)) as codes (axe, code)
  union all
  select ensemble, jour, axe, code, nombre, montant
  from (
    select ensemble, jour, origine, produit, sum(signe) as nombre, sum(signe * order_amount) as montant
    from dates
    group by 1, 2, 3, 4
  ) as paires
  cross join lateral (values ('origine', origine), ('produit', produit)) as codes (axe, code)
) as parts
group by 1, 2, 3, 4;
