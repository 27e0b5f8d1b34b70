-- A publication that somebody named: an event of the log like any other, which names no contact ('') but a publication,
-- and seals its figures (`sceau`, 64 hexadecimal digits). `raison` is the name, `exclu_par` who gave it; gifts and amount
-- are those of the publication.
alter table evenements_exclusion
  add column publication bigint,
  add column sceau text check (sceau ~ '^[0-9a-f]{64}$'),
  drop constraint evenements_exclusion_type_check,
  drop constraint evenements_exclusion_contact_id_check,
  add check (type in ('EXCLUSION', 'REINTEGRATION', 'ARRETE')),
  add check ((type = 'ARRETE') = (contact_id = '')),
  add check ((type = 'ARRETE') = (publication is not null)),
  add check ((type = 'ARRETE') = (sceau is not null));

create unique index evenements_exclusion_publication on evenements_exclusion (publication) where publication is not null;
