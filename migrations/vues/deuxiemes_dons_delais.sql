-- As published, see deuxiemes_dons_delais_calcul.
create materialized view deuxiemes_dons_delais as
select cohorte, delai, nombre from deuxiemes_dons_delais_calcul where ensemble = 'publies';

create unique index deuxiemes_dons_delais_cle on deuxiemes_dons_delais (cohorte, delai);

comment on materialized view deuxiemes_dons_delais is 'Délais du deuxième don';
