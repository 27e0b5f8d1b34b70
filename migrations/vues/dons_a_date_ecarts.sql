-- What a refresh changes of either, unless its horizon ends a year.
create view dons_a_date_ecarts as
select signe, contact_id, annee, recul, media, origine, id, order_amount, order_date, vfl
from dons_a_l_horizon as dons
join faits_a_l_horizon as faits using (signe, horizon, contact_id, annee)
where order_date >= make_date(date_part('year', horizon)::integer - 1, 1, 1)
  and order_date <= horizon - make_interval(years => date_part('year', horizon)::integer - annee)
  and date_part('doy', horizon + 1) > 1;
