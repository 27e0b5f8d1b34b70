-- As published, see ventilation_jours_calcul.
create materialized view ventilation_jours as
select axe, jour, code, nombre::bigint as nombre, montant from ventilation_jours_calcul where ensemble = 'publies';

create unique index ventilation_jours_cle on ventilation_jours (axe, jour, code);

comment on materialized view ventilation_jours is 'Dons par code et par jour';
