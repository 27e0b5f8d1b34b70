-- As published, see ventilation_mois_calcul.
create materialized view ventilation_mois as
select axe, annee, mois, code, nombre::bigint as nombre, montant from ventilation_mois_calcul where ensemble = 'publies';

create unique index ventilation_mois_cle on ventilation_mois (axe, annee, mois, code);

comment on materialized view ventilation_mois is 'Dons par code et par mois';
