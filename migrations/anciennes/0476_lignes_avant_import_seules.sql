-- The file of an import is never deleted, and to ask for it with each row took a third of the time of keeping them.
alter table lignes_avant_import drop constraint lignes_avant_import_fichier_id_fkey;
