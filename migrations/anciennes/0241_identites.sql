-- Whose contact the key of a donor leads to, for good: HMAC-SHA-256 of the key under secret_raisons, so that nobody who
-- has the table alone finds out whose e-mail it was.
create table identites (
  cle        bytea primary key check (length(cle) = 32),
  contact_id text not null
);
create index identites_contact on identites (contact_id);

-- The last number given under each prefix: one is never given twice, even where its keys were erased.
create table identites_numeros (
  prefixe text primary key,
  dernier bigint not null
);

-- Contacts that the keys of one row led to both: the same person, perhaps. Nothing is decided by it.
create table identites_ambigues (
  contact_id text not null,
  autre_id   text not null,
  vu_le      timestamptz not null default clock_timestamp(),
  primary key (contact_id, autre_id)
);
