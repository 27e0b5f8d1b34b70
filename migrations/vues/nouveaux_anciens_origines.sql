-- New and existing donors of a year by the origin code of their first gift in it; no code is 'N/A'.
create materialized view nouveaux_anciens_origines as
select
  annee,
  coalesce(nullif(premier_origincode, ''), 'N/A') as origincode_code,
  count(*) filter (where annee_precedente is null) as nouveaux,
  count(annee_precedente) as anciens
from donateurs_annees
group by 1, 2;

create unique index nouveaux_anciens_origines_cle on nouveaux_anciens_origines (annee, origincode_code);

comment on materialized view nouveaux_anciens_origines is 'Nouveaux et anciens par code origine';
