-- As published, see fidelite_par_jour_calcul.
create materialized view fidelite_par_jour as
select
  annee, jour, nouveaux_conserves, reactives_conserves, fideles_conserves, nouveaux, reactives,
  montant_avant, montant_conserves, montant_nouveaux, montant_reactives
from fidelite_par_jour_calcul
where ensemble = 'publies';

create unique index fidelite_par_jour_cle on fidelite_par_jour (jour);

comment on materialized view fidelite_par_jour is 'Fidélisation à date, par jour';
