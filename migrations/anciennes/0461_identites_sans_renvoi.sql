-- A key is told with the hundred thousand others of its import: looking the file up for each took most of their time. A
-- file that has an import is never deleted.
alter table identites drop constraint identites_fichier_id_fkey;
