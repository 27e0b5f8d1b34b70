-- As published, see donateurs_par_mois_calcul.
create materialized view donateurs_par_mois as
select annee, mois, recul, nombre::bigint as nombre from donateurs_par_mois_calcul where ensemble = 'publies';

create unique index donateurs_par_mois_cle on donateurs_par_mois (annee, mois, recul);

comment on materialized view donateurs_par_mois is 'Donateurs par mois du premier don de l’année';
