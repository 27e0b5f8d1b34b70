-- The tables that files are staged in, made and dropped with each; nothing here needs a backup.
create schema depots;
