-- EFFACEMENT: of a row a part was taken away, as somebody was to be forgotten.
alter table registres_actes drop constraint registres_actes_geste_check;
alter table registres_actes
  add constraint registres_actes_geste_check
    check (geste in ('DEBUT', 'TROUVEE', 'AJOUT', 'CHANGEMENT', 'EFFACEMENT', 'RETRAIT'));
