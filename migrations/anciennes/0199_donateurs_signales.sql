-- Who has enough reasons to be looked at, whatever people decided since: made with the reasons, so that a page and its
-- totals read a row a donor where a whole base is suspect.
create table donateurs_signales (
  contact_id  text collate "C" primary key,
  points      integer not null,
  regles      text[] not null,
  montant     numeric not null,
  donations   integer not null,
  premier_don date not null,
  dernier_don date not null
);

create index donateurs_signales_ordre on donateurs_signales (montant desc, length(contact_id), contact_id);

-- They are looked for anew.
update signalements_etat set regles = null;
