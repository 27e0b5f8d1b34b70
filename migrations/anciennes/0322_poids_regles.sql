-- How much a rule weighs since somebody said so, in hundredths of its points, with how many donors it had named were then
-- excluded and how many judged genuine. Rows are added by inscrire_poids_regle() and by nothing else; none is ever changed
-- or removed: the last word on a rule counts, and 100 is as if nothing had been said.
create table poids_regles (
  decision_id uuid primary key,
  numero      bigint generated always as identity unique,
  regle       text not null check (regle <> ''),
  poids       integer not null check (poids in (25, 50, 100)),
  raison      text not null check (raison <> ''),
  decide_par  text not null check (decide_par <> ''),
  identite    text check (identite <> ''),
  decide_le   timestamptz not null,
  exclus      bigint not null,
  legitimes   bigint not null
);

-- With what weights the points were added up.
alter table signalements_etat add column poids bigint;
