-- Donors of a year by the segment of their number of gifts in it.
create materialized view segments_annuels as
select annee, segment_frequence(nombre) as segment, count(*) as nombre
from donateurs_annees
group by 1, 2;

create unique index segments_annuels_cle on segments_annuels (annee, segment);

comment on materialized view segments_annuels is 'Segmentation annuelle';
