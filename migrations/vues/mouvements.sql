-- As published, see mouvements_calcul.
create materialized view mouvements as
select annee, recul, sens, revenu, donateurs, montant, montant_precedent
from mouvements_calcul
where ensemble = 'publies';

create unique index mouvements_cle on mouvements (annee, recul, sens, revenu);

comment on materialized view mouvements is 'Mouvements de donateurs';
