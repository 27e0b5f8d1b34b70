-- What the account of a reading made of its rows is kept for its import, in tables named after the reading: `prevu` says
-- what the import asks of it, null where there is none.
alter table lectures_fichiers add column prevu jsonb;
