-- Whose pairs, cards, gifts or exclusion changed since the groups were made: the next ones are made of them and of whom they
-- are with. All are, where facts were computed whole (`generation`), or the log was repaired.
alter table contacts_a_revoir drop constraint contacts_a_revoir_pour_check;
alter table contacts_a_revoir add constraint contacts_a_revoir_pour_check
  check (pour in ('signalements', 'doublons', 'groupes'));

alter table doublons_etat
  add column generation integer,
  add column exclus_version bigint;
