-- Nobody but the owner has any right here until it is given. A role that runs the service needs `select` on
-- the three relations and `execute` on ajouter_evenement_exclusion; an auditor needs the selects alone.
revoke all on evenements_exclusion, donateurs_exclus, donateurs_exclus_recalcules from public;
revoke execute on function
  champ_canonique(text),
  empreinte_evenement(evenements_exclusion),
  refuser_modification_evenements(),
  ajouter_evenement_exclusion(uuid, text, text, text, text, text, bigint),
  reconstruire_donateurs_exclus()
from public;
