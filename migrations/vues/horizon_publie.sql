-- The horizon of the publication, see horizon_a_jour.
-- rôle : Pour tous les écrans : jusqu’où vont les données
create materialized view horizon_publie as
select jour from horizon_a_jour;

create unique index horizon_publie_cle on horizon_publie (jour);

comment on materialized view horizon_publie is 'Dernier jour des données';
