-- Until when a running refresh is believed alive. Whoever runs it prolongs its lease; where the lease has
-- ended, anybody may end the refresh as `error` and its database process (pid and start tell it apart).
create table rafraichissement_baux (
  rafraichissement_id uuid primary key references rafraichissements on delete cascade,
  expire_le           timestamptz not null,
  pid                 integer,
  pid_depuis          timestamptz
);
