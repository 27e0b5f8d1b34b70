-- New donors of a year by the media code of their first gift; no code is 'N/A'.
create materialized view nouveaux_medias as
select annee, coalesce(nullif(premier_codemedia, ''), 'N/A') as codemedia_code, count(*) as nouveaux
from donateurs_annees
where annee_precedente is null
group by 1, 2;

create unique index nouveaux_medias_cle on nouveaux_medias (annee, codemedia_code);

comment on materialized view nouveaux_medias is 'Nouveaux donateurs par code média';
