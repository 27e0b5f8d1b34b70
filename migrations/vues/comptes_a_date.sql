-- As published, see comptes_a_date_calcul.
create materialized view comptes_a_date as
select jour, axe, code, nouveaux, anciens from comptes_a_date_calcul where ensemble = 'publies';

create unique index comptes_a_date_cle on comptes_a_date (jour, axe, code);

comment on materialized view comptes_a_date is 'Donateurs à date, cette année et la précédente';
