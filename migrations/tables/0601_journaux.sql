-- Every exclusion and reinstatement there ever was, in order. Rows are added by
-- ajouter_evenement_exclusion() and by nothing else; no row is ever changed or removed.
-- `numero` counts 1, 2, 3… without a gap. The two hashes are 64 lower-case hexadecimal digits.
--
-- ARRETE: a publication that somebody named. It names no contact ('') but a publication, and seals its figures (`sceau`,
-- 64 hexadecimal digits). `raison` is the name, `exclu_par` who gave it; gifts and amount are those of the publication.
--
-- Who is the same person, three more say: FUSION (contact_id is contact_principal), SEPARATION (it leaves it), DISTINCTS (the
-- two are two people, whatever reasons to think otherwise were known: `connues`, keys between commas, none of which is
-- personal).
create table evenements_exclusion (
  numero               bigint primary key check (numero > 0),
  evenement_id         uuid not null unique,
  contact_id           text collate "C" not null,
  type                 text not null
                       check (type in ('EXCLUSION', 'REINTEGRATION', 'ARRETE', 'FUSION', 'SEPARATION', 'DISTINCTS')),
  raison               text not null,
  exclu_par            text not null check (exclu_par <> ''),
  identite             text check (identite <> ''),
  survenu_le           timestamptz not null,
  donations_concernees bigint not null check (donations_concernees >= 0),
  montant_concerne     numeric(20, 2) not null check (montant_concerne >= 0),
  empreinte_precedente text not null check (empreinte_precedente ~ '^[0-9a-f]{64}$'),
  empreinte            text not null check (empreinte ~ '^[0-9a-f]{64}$'),
  publication          bigint,
  sceau                text check (sceau ~ '^[0-9a-f]{64}$'),
  contact_principal    text collate "C",
  connues              text,
  check ((type = 'ARRETE') = (contact_id = '')),
  check ((type = 'ARRETE') = (publication is not null)),
  check ((type = 'ARRETE') = (sceau is not null)),
  check ((type in ('FUSION', 'SEPARATION', 'DISTINCTS')) = (contact_principal is not null)),
  check ((type = 'DISTINCTS') = (connues is not null)),
  check (contact_principal not in ('', contact_id))
);

create index evenements_exclusion_contact on evenements_exclusion (contact_id, numero);
create unique index evenements_exclusion_publication on evenements_exclusion (publication) where publication is not null;
create index evenements_exclusion_principal on evenements_exclusion (contact_principal, numero)
  where contact_principal is not null;

-- The donors excluded now, each with the number of the event that excluded it: a projection of the event
-- log, written with it in one transaction, rebuilt from it and checked against it.
create table donateurs_exclus (
  contact_id text collate "C" primary key,
  numero     bigint not null unique
);

-- Counts how often donateurs_exclus was set right from the log: without an event, and so to be known by this alone.
-- It belongs to whom the log belongs to, who writes nothing that the service owns.
create table donateurs_exclus_version (
  une_ligne boolean primary key default true check (une_ligne),
  version   bigint not null
);

-- Above what `faits_publies` says before there are facts, which know of no decision.
insert into donateurs_exclus_version (version) values (2);

revoke all on donateurs_exclus_version from public;

-- The contacts that count as another one now, each with the number of the event that says so: a projection of the log, as
-- donateurs_exclus is. A principal is never a member: one level only.
create table groupes_contacts (
  contact_id        text collate "C" primary key,
  contact_principal text collate "C" not null check (contact_principal <> contact_id),
  numero            bigint not null unique
);

create index groupes_contacts_principal on groupes_contacts (contact_principal);

-- The pairs that somebody said are two people, `contact_a` before `contact_b` byte by byte, by the last word on each.
create table contacts_distincts (
  contact_a text collate "C" not null,
  contact_b text collate "C" not null,
  connues   text[] not null,
  numero    bigint not null unique,
  primary key (contact_a, contact_b),
  check (contact_a < contact_b collate "C")
);

create index contacts_distincts_b on contacts_distincts (contact_b);

-- Every act on a register that migrations/registres.json says is to be followed: that register's own chain. `numero` counts
-- 1, 2, 3… without a gap, and `empreinte` covers the act and the hash of the one before, see enchainer_actes(). Rows are
-- added by enchainer_actes() and by nothing else; none is ever changed or removed.
-- DEBUT: from here on the register is followed. TROUVEE: a row that was there then. AJOUT, CHANGEMENT, RETRAIT: a row that
-- was added, given what it had not, taken off. EFFACEMENT: of a row a part was taken away, as somebody was to be forgotten.
-- `cle` is its key as JSON, `contenu` the SHA-256 of its text. Of a register of very many rows an act is a whole statement:
-- no key, and as `contenu` how many rows more, and by how much the sum of their digests grew.
create table registres_actes (
  registre  text not null,
  numero    bigint not null check (numero > 0),
  geste     text not null
            check (geste in ('DEBUT', 'TROUVEE', 'AJOUT', 'CHANGEMENT', 'EFFACEMENT', 'RETRAIT')),
  cle       text not null,
  contenu   text not null,
  le        timestamptz not null,
  empreinte text not null check (empreinte ~ '^[0-9a-f]{64}$'),
  primary key (registre, numero)
);

-- The secret under which reasons to doubt a donor are kept where they rest on something personal: a key by HMAC-SHA-256
-- tells one reason from another, and nobody who has the key alone finds out of what it was made. `interne` and `externe`
-- are what the two hashes of an HMAC begin with: the 32 random bytes of the secret, filled up to 64, xor 36 and 5c.
-- The owner's: the service reads it, and changes it no more than the decisions that it is for. Backups hold it.
create table secret_raisons (
  une_ligne boolean primary key default true check (une_ligne),
  interne   bytea not null check (length(interne) = 64),
  externe   bytea not null check (length(externe) = 64)
);

with secret as materialized (
  select sha256(convert_to(string_agg(gen_random_uuid()::text, ''), 'UTF8')) || decode(repeat('00', 32), 'hex') as octets
  from generate_series(1, 8)
)
insert into secret_raisons (interne, externe)
select
  string_agg(set_byte('\x00', 0, get_byte(octets, place) # 54), '' order by place),
  string_agg(set_byte('\x00', 0, get_byte(octets, place) # 92), '' order by place)
from secret
cross join generate_series(0, 63) as place;
