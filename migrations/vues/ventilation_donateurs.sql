-- As published, see ventilation_donateurs_calcul.
create materialized view ventilation_donateurs as
select axe, annee, code, donateurs, nouveaux from ventilation_donateurs_calcul where ensemble = 'publies';

create unique index ventilation_donateurs_cle on ventilation_donateurs (axe, annee, code);

comment on materialized view ventilation_donateurs is 'Donateurs par code';
