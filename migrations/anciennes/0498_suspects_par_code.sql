-- What the donors to be looked at gave, by year and by code of each axis, made with suspects_par_jour.
create table suspects_par_code (
  annee   integer not null,
  axe     text not null,
  code    text not null,
  nombre  bigint not null,
  montant numeric not null
);

create index suspects_par_code_annee on suspects_par_code (annee, axe);

-- They are looked for anew.
update signalements_etat set regles = null;
