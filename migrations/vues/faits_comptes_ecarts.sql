-- The facts that counted before the refresh (`signe` -1) and count now (1), of the donors whom it changed: the rows of one
-- refresh alone.
create table faits_comptes_ecarts as select 1 as signe, donateurs_annees.* from donateurs_annees with no data;

comment on table faits_comptes_ecarts is 'Écarts';
