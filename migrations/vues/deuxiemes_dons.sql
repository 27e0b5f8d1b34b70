-- As published, see deuxiemes_dons_calcul.
create materialized view deuxiemes_dons as
select jour, nouveaux, avec_3, avec_12, avec_24 from deuxiemes_dons_calcul where ensemble = 'publies';

create unique index deuxiemes_dons_cle on deuxiemes_dons (jour);

comment on materialized view deuxiemes_dons is 'Deuxième don';
