-- The day up to which the data reach: that of the latest gift, not later than today in Paris. One row, its day null
-- without gifts; files arrive late, so no figure goes by the clock.
create materialized view horizon as
select true as seul, max(order_date) as jour
from dons
where order_date <= (now() at time zone 'Europe/Paris')::date;

create unique index horizon_cle on horizon (seul);

comment on materialized view horizon is 'Horizon des données';
