-- As published, see dons_par_jour_calcul.
create materialized view dons_par_jour as
select jour, nombre, montant from dons_par_jour_calcul where ensemble = 'publies';

create unique index dons_par_jour_cle on dons_par_jour (jour);

comment on materialized view dons_par_jour is 'Dons par jour';
