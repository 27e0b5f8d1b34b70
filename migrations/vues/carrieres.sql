-- As published, see carrieres_calcul.
create materialized view carrieres as
select premier_vfl, dernier_vfl, profil, segment, nombre from carrieres_calcul where ensemble = 'publies';

create unique index carrieres_cle on carrieres (premier_vfl, dernier_vfl, profil, segment);

comment on materialized view carrieres is 'Parcours et fidélité';
