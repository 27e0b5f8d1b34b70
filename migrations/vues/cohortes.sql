-- As published, see cohortes_calcul.
create materialized view cohortes as
select cohorte, annee, donateurs, montant from cohortes_calcul where ensemble = 'publies';

create unique index cohortes_cle on cohortes (cohorte, annee);

comment on materialized view cohortes is 'Cohortes de donateurs';
