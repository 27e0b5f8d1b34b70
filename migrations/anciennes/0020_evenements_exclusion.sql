-- Every exclusion and reinstatement there ever was, in order. Rows are added by
-- ajouter_evenement_exclusion() and by nothing else; no row is ever changed or removed.
-- `numero` counts 1, 2, 3… without a gap. The two hashes are 64 lower-case hexadecimal digits.
create table evenements_exclusion (
  numero               bigint primary key check (numero > 0),
  evenement_id         uuid not null unique,
  contact_id           text not null check (contact_id <> ''),
  type                 text not null check (type in ('EXCLUSION', 'REINTEGRATION')),
  raison               text not null,
  exclu_par            text not null check (exclu_par <> ''),
  identite             text check (identite <> ''),
  survenu_le           timestamptz not null,
  donations_concernees bigint not null check (donations_concernees >= 0),
  montant_concerne     numeric(20, 2) not null check (montant_concerne >= 0),
  empreinte_precedente text not null check (empreinte_precedente ~ '^[0-9a-f]{64}$'),
  empreinte            text not null check (empreinte ~ '^[0-9a-f]{64}$')
);

create index evenements_exclusion_contact on evenements_exclusion (contact_id, numero);
