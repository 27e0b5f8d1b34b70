-- The donors whose card was emptied on their request: an import must not bring it back.
create table donateurs_anonymises (
  contact_id   text primary key,
  anonymise_le timestamptz not null default clock_timestamp()
);
