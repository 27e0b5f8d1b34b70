-- Those whose 24 months are over at the horizon of the publication, by year and delay, see deuxiemes_dons_delais_calcul.
create materialized view deuxiemes_dons_delais as
select cohorte, delai, count(*) as nombre
from deuxiemes_dons_delais_calcul
where ensemble = 'publies' and echu_le <= (select jour from horizon_publie)
group by cohorte, delai;

create unique index deuxiemes_dons_delais_cle on deuxiemes_dons_delais (cohorte, delai);

comment on materialized view deuxiemes_dons_delais is 'Délais du deuxième don';
