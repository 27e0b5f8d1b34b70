-- As published, see donateurs_par_jour_calcul.
create materialized view donateurs_par_jour as
select annee, jour, recul, nombre from donateurs_par_jour_calcul where ensemble = 'publies';

create unique index donateurs_par_jour_cle on donateurs_par_jour (annee, jour, recul);

comment on materialized view donateurs_par_jour is 'Donateurs par jour du premier don de l’année';
