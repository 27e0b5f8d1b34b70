-- Every time somebody judged a donor genuine, with the reasons to doubt that were known then (`connues`: regle, cle,
-- points, faits of each). Rows are added by inscrire_decision_legitime() and by nothing else; none is ever changed or
-- removed. The donor is to be looked at again only for a reason that no such row knows.
create table decisions_legitimes (
  decision_id uuid primary key,
  contact_id  text not null check (contact_id <> ''),
  raison      text not null check (raison <> ''),
  decide_par  text not null check (decide_par <> ''),
  identite    text check (identite <> ''),
  decide_le   timestamptz not null,
  points      integer not null check (points > 0),
  connues     jsonb not null check (jsonb_typeof(connues) = 'array' and connues <> '[]')
);

create index decisions_legitimes_contact on decisions_legitimes (contact_id, decide_le);
create index decisions_legitimes_decide on decisions_legitimes (decide_le);
