-- fidelite_par_jour with what was decided about donors since: whoever reads it adds up, for the year that it is of.
create view fidelite_par_jour_a_jour as
select
  annee, jour, nouveaux_conserves, reactives_conserves, fideles_conserves, nouveaux, reactives,
  montant_avant, montant_conserves, montant_nouveaux, montant_reactives
from fidelite_par_jour
union all
select
  annee, jour, nouveaux_conserves, reactives_conserves, fideles_conserves, nouveaux, reactives,
  montant_avant, montant_conserves, montant_nouveaux, montant_reactives
from fidelite_par_jour_calcul
where ensemble = 'changes';
