-- As published, see nouveaux_medias_calcul.
create materialized view nouveaux_medias as
select annee, codemedia_code, nouveaux from nouveaux_medias_calcul where ensemble = 'publies';

create unique index nouveaux_medias_cle on nouveaux_medias (annee, codemedia_code);

comment on materialized view nouveaux_medias is 'Nouveaux donateurs par code média';
