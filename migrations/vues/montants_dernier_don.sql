-- As published, see montants_dernier_don_calcul.
create materialized view montants_dernier_don as
select annee, tranche, nombre from montants_dernier_don_calcul where ensemble = 'publies';

create unique index montants_dernier_don_cle on montants_dernier_don (annee, tranche);

comment on materialized view montants_dernier_don is 'Tranches du dernier don';
