-- A reason is kept while it is found again: `vu_le` is when it first was, `passage` when it last was. Both are the
-- beginning of the look, so that what an import brought is told from what was known before.
alter table signalements
  add column vu_le   timestamptz not null default now(),
  add column passage timestamptz not null default now();
