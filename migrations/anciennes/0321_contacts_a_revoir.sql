-- The contacts whose card or gifts changed since doubtful donors were looked for: the next look is at them, and at whom
-- they concern. Where facts were computed whole (`generation`), or very many changed, it is at all.
create table contacts_a_revoir (
  contact_id text not null
);

alter table signalements_etat add column generation integer;

-- What a donor's history took off the points, and of how many years it is.
alter table donateurs_signales add column histoire integer not null default 0;
