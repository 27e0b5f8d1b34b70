-- The state of each view of a refresh; durations are seconds.
create table rafraichissement_vues (
  rafraichissement_id uuid not null references rafraichissements on delete cascade,
  position            smallint not null,
  name                text not null,
  display_name        text not null,
  status              text not null default 'pending'
                      check (status in ('pending', 'in_progress', 'completed', 'error')),
  commence_le         timestamptz,
  duration            double precision,
  estimated_duration  double precision,
  error               text,
  primary key (rafraichissement_id, position)
);

create index rafraichissement_vues_durees on rafraichissement_vues (name, commence_le)
  where status = 'completed';
