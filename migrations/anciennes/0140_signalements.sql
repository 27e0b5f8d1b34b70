-- Why a person should look at a donor: one row a reason, made anew after each refresh. `cle` tells a reason from another
-- of the same rule; `faits` is what the rule found, put into words when it is read, without personal data.
create table signalements (
  contact_id text collate "C" not null,
  regle      text not null,
  cle        text not null,
  points     integer not null,
  faits      jsonb not null,
  primary key (contact_id, regle, cle)
);

-- What the reasons were found in. Null: they never were looked for.
create table signalements_etat (
  une_ligne   boolean primary key default true check (une_ligne),
  publication bigint,
  contacts    bigint,
  regles      text,
  trouves_le  timestamptz
);

insert into signalements_etat default values;
