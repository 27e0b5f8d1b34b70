-- The same day as the published horizon in the year before it, and the first of that year; no row if the year of the
-- horizon is over. 28 February stands for the 29.
create view arret_a_date as
select
  (max(jour) - interval '1 year')::date as jour,
  date_trunc('year', max(jour) - interval '1 year')::date as debut
from dons_par_jour
where jour <= (now() at time zone 'Europe/Paris')::date
having date_part('month', max(jour)) < 12 or date_part('day', max(jour)) < 31;
