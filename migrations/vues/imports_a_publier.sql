-- The imports that no publication knows yet, and whether each may be told by itself (`mesure`): by the journal that has it
-- whole, or by what was measured before very many gifts changed after it (`effets`).
create view imports_a_publier as
select
  imports.version,
  imports.fichier_id,
  imports.evenement,
  imports.suivies > 0 or mesures.effets is not null as mesure,
  mesures.effets
from journal_imports as imports
left join journal_imports as mesures on mesures.version = imports.version and mesures.effets is not null
where imports.effets is null;
