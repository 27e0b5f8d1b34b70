-- fidelite_par_jour with what was decided about donors since. No row where the horizon has moved to another year.
create view fidelite_par_jour_a_jour as
select
  annee, jour, nouveaux_conserves, reactives_conserves, fideles_conserves, nouveaux, reactives,
  montant_avant, montant_conserves, montant_nouveaux, montant_reactives
from fidelite_par_jour
where annee = (select date_part('year', jour)::smallint - 1 from horizon_a_jour)
union all
select
  annee, jour, nouveaux_conserves, reactives_conserves, fideles_conserves, nouveaux, reactives,
  montant_avant, montant_conserves, montant_nouveaux, montant_reactives
from fidelite_par_jour_calcul
where ensemble = 'changes'
  and annee = (select date_part('year', jour)::smallint - 1 from horizon_publie)
  and annee = (select date_part('year', jour)::smallint - 1 from horizon_a_jour);
