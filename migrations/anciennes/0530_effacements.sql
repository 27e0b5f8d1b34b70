-- Who asks to be forgotten is written to no more from that moment on: one more kind of opposition. `npm run rgpd -- --demandes`, or
-- a second person on the screen, then empties the card; who did is told from here on.
alter table oppositions_actes drop constraint oppositions_actes_nature_check;
alter table oppositions_actes
  add constraint oppositions_actes_nature_check
    check (nature in ('deces', 'courrier', 'email', 'telephone', 'effacement'));

alter table donateurs_anonymises add column par text check (par <> '');
