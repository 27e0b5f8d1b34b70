-- The series that counted before the refresh (`signe` -1) and count now (1), of the donors whom it changed: the rows of one
-- refresh alone.
create table series_comptees_ecarts as select 1 as signe, series_dons.* from series_dons with no data;

comment on table series_comptees_ecarts is 'Écarts';
