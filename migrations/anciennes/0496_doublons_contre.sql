-- What speaks against a pair, or a group, being one person, by code: such a one is never sure.
alter table doublons add column contre text[] not null default '{}';
alter table doublons_groupes add column contre text[] not null default '{}';
