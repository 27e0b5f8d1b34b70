-- As published, see segments_annuels_calcul.
create materialized view segments_annuels as
select annee, segment, nombre from segments_annuels_calcul where ensemble = 'publies';

create unique index segments_annuels_cle on segments_annuels (annee, segment);

comment on materialized view segments_annuels is 'Segmentation annuelle';
