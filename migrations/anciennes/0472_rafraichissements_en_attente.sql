-- At most one refresh waits for the running one to end: it was asked for after what that one does not contain. `imports`,
-- `evenement`, `campagne_vfl_motif` and `vues` of a running one say what it contains at least.
alter table rafraichissements
  drop constraint rafraichissements_status_check,
  add constraint rafraichissements_status_check
    check (status in ('pending', 'in_progress', 'completed', 'error'));

create unique index rafraichissements_un_seul_en_attente on rafraichissements (status)
  where status = 'pending';
