-- When all gifts and facts were last counted anew for the controls, and how many seconds that took: where it is long, only
-- what a publication changed is compared right after it. `entier` is false within such a transaction alone.
alter table controles_etat add column entier_le timestamptz, add column duree double precision,
  add column entier boolean not null default true;
