-- The day up to which the data reach: that of the latest gift that counts now, not later than today in
-- Paris. One row, its day null without gifts; files arrive late, so no figure goes by the clock.
create view horizon_a_jour as
select max(jour) as jour
from dons_par_jour_a_jour
where jour <= (now() at time zone 'Europe/Paris')::date;
