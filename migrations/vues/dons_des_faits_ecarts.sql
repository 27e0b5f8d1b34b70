-- The gifts that counted before the refresh (`signe` -1) and count now (1), of the donors whom it changed, each with what its
-- donor is in that year: the rows of one refresh alone.
create table dons_des_faits_ecarts as select 1 as signe, dons_publies.* from dons_publies with no data;

comment on table dons_des_faits_ecarts is 'Écarts';
