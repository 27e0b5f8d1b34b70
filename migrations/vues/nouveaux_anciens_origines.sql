-- As published, see nouveaux_anciens_origines_calcul.
create materialized view nouveaux_anciens_origines as
select annee, origincode_code, nouveaux, anciens from nouveaux_anciens_origines_calcul where ensemble = 'publies';

create unique index nouveaux_anciens_origines_cle on nouveaux_anciens_origines (annee, origincode_code);

comment on materialized view nouveaux_anciens_origines is 'Nouveaux et anciens par code origine';
