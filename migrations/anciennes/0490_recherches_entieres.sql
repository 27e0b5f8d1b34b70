-- Doubtful donors and contacts that may be one person are looked for among all, in the background: whose cards or gifts
-- changed is noted no more.
drop table contacts_a_revoir;
drop table fiches_comparees;

alter table signalements_etat drop column generation;
alter table doublons_etat drop column generation;
