-- What the controls compare of what imports said that they wrote: by year, all gifts, of 0 € and of excluded donors too,
-- and each import with what it said. The digest is shown, and compared here, modulo 10^15, which a screen can write.
create view mesures_sommes as
with annees as materialized (
  select annee, sum(dons) as dons, sum(centimes) as centimes, sum(empreintes) as empreintes
  from sommes_dons
  group by annee
),
imports_ecrits as materialized (
  select fichier_id, lignes_ajoutees(resultat) as inseres
  from imports
  join fichiers using (fichier_id)
  where statut = 'completed' and type in ('donations', 'fichier')
    and lignes_changees(resultat) > 0
),
inscrits as materialized (
  select fichier_id
  from ecritures_dons
  join imports_ecrits using (fichier_id)
  where inseres = (select coalesce(sum(dons), 0) from sommes_dons where ecriture = numero)
),
-- Each undoing, with what it undoes.
annulations as materialized (
  select annulation.numero as defait, faite.numero as fait
  from imports
  join ecritures_dons as annulation using (fichier_id)
  join ecritures_dons as faite on faite.fichier_id = imports.annule
  where statut = 'completed'
)
select 'sommes.dons' as mesure, annee::text as partie, dons as valeur from annees
union all
select 'sommes.montant', annee::text, centimes * 0.01 from annees
union all
select 'sommes.empreinte', annee::text, mod(empreintes, 1e15) from annees
union all
select 'sommes.imports', '', count(*) from imports_ecrits
union all
select 'sommes.inscrits', '', (select count(*) from inscrits) + coalesce(sum(imports_avant), 0)
  - (select count(*) from ecritures_dons where nature = 'IMPORT' and fichier_id not in (select fichier_id from imports_ecrits))
from ecritures_dons
union all
select 'sommes.annulations', '', count(*) from annulations
union all
select 'sommes.opposees', '', count(*)
from annulations
where not exists (
  select from sommes_dons
  where ecriture in (defait, fait)
  group by annee, tranche
  having row(sum(dons), sum(centimes), sum(empreintes), sum(empreintes_pesees)) <> row(0, 0, 0, 0)
);
