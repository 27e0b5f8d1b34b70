-- As published, see montants_total_annuel_calcul.
create materialized view montants_total_annuel as
select annee, tranche, nombre from montants_total_annuel_calcul where ensemble = 'publies';

create unique index montants_total_annuel_cle on montants_total_annuel (annee, tranche);

comment on materialized view montants_total_annuel is 'Tranches du total annuel';
