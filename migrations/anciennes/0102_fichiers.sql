-- A file that was received (`fichiers`, with its previews) and its import (`imports`: the entry of the journal, and
-- where it stands) are two rows. A file without `lecture` is still being read; one without an import waits.
create table fichiers (
  fichier_id uuid primary key,
  type       text not null check (type in ('donateurs', 'donations')),
  nom        text not null,
  taille     bigint not null default 0,
  sha256     text not null default '',
  lecture    jsonb,
  apercus    jsonb not null default '{}',
  en_depot   boolean not null default true,
  poids      bigint not null default 0,
  depose_le  timestamptz not null default clock_timestamp(),
  depose_par text not null default ''
);

insert into fichiers
select import_id, type, nom, taille, sha256, lecture, apercus, en_depot, poids, depose_le, depose_par
from imports;

delete from imports where statut in ('lecture', 'pret');

alter table imports rename column import_id to fichier_id;
alter table imports rename column tentative to attempt;
alter table imports alter column attempt type bigint;
update imports set attempt = leases.attempt from leases where job_id = fichier_id;

alter table imports
  drop column type,
  drop column nom,
  drop column taille,
  drop column sha256,
  drop column lecture,
  drop column apercus,
  drop column en_depot,
  drop column poids,
  drop column depose_le,
  drop column depose_par,
  drop column bail,
  drop column pid,
  drop column pid_depuis,
  drop constraint imports_statut_check,
  add check (statut in ('processing', 'completed', 'error')),
  add foreign key (fichier_id) references fichiers;

alter table imports_rejets rename column import_id to fichier_id;
delete from imports_rejets where fichier_id not in (select fichier_id from fichiers);
alter table imports_rejets add foreign key (fichier_id) references fichiers on delete cascade;
