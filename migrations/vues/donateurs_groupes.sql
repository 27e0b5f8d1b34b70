-- As published, see donateurs_groupes_calcul.
create materialized view donateurs_groupes as
select
  annee, premiere_annee, recul, sens, revenu, profil, segment, tranche_total, tranche_dernier,
  nombre, montant, montant_precedent
from donateurs_groupes_calcul
where ensemble = 'publies';

create unique index donateurs_groupes_cle on donateurs_groupes
  (annee, premiere_annee, recul, sens, revenu, profil, segment, tranche_total, tranche_dernier);

comment on materialized view donateurs_groupes is 'Groupes de donateurs par année';
