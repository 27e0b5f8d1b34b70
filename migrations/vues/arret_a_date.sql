-- The published horizon and the same day in the year before it, each with the first of its year; no row if the year of
-- the horizon is over. 28 February stands for the 29.
create view arret_a_date as
select
  (max(jour) - interval '1 year')::date as jour,
  date_trunc('year', max(jour) - interval '1 year')::date as debut,
  max(jour) as horizon,
  make_date(date_part('year', max(jour))::integer, 1, 1) as debut_en_cours
from dons_par_jour
where jour <= (now() at time zone 'Europe/Paris')::date
having date_part('month', max(jour)) < 12 or date_part('day', max(jour)) < 31;
