-- The series of gifts of one pace that stand in each donor's gifts, of excluded contacts too, as they were published: one
-- gift every `rythme` months (1, 3 or 12). `connue_le` is the day of its fourth gift, null of one of three, which is only
-- possible; `arret` the first day on which it is no longer active; `montant` the amount of its last gift.
create table series_dons (
  rythme     smallint not null,
  exclu      boolean not null,
  premier    date not null,
  connue_le  date,
  arret      date not null,
  contact_id text collate "C" not null,
  montant    numeric not null,
  jours      date[] not null,
  montants   numeric[] not null
);

create index series_dons_contact on series_dons (contact_id);
