-- As published, see grille_calcul.
create materialized view grille as
select code, donateurs, dons, montant from grille_calcul where ensemble = 'publies';

create unique index grille_cle on grille (code);

comment on materialized view grille is 'Grille RFM';
