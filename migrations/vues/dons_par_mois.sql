-- As published, see dons_par_mois_calcul.
create materialized view dons_par_mois as
select annee, mois, nombre::bigint as nombre, montant from dons_par_mois_calcul where ensemble = 'publies';

create unique index dons_par_mois_cle on dons_par_mois (annee, mois);

comment on materialized view dons_par_mois is 'Dons par mois';
