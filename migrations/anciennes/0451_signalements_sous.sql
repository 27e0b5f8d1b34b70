-- The same reason as decisions on whoever counts as the contact knew it: its keys under their numbers, where it is of
-- personal data.
alter table signalements add column sous text[] not null default '{}';
update signalements_etat set regles = null;
