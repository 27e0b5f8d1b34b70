-- A decision may be that a contact stands for several givers (COLLECTIF), or does no more (INDIVIDUEL): whatever is found
-- about it, and with nothing found.
do $$
begin
  execute format('alter table decisions_legitimes owner to %I', current_user);
  -- The service's views go on reading it.
  if to_regrole('dons_service') is not null then
    grant select on decisions_legitimes to dons_service;
  end if;
end
$$;

alter table decisions_legitimes
  add column nature text not null default 'LEGITIME' check (nature in ('LEGITIME', 'COLLECTIF', 'INDIVIDUEL')),
  drop constraint decisions_legitimes_points_check,
  drop constraint decisions_legitimes_connues_check,
  add check (jsonb_typeof(connues) = 'array'),
  add check (nature <> 'LEGITIME' or points > 0 and connues <> '[]');

-- The contacts that may be collective, found with the reasons to doubt donors: by how many gifts of how many media, or by
-- the name.
create table collectifs_possibles (
  contact_id text collate "C" primary key,
  donations  bigint not null,
  montant    numeric not null,
  medias     bigint not null,
  par_nom    boolean not null
);

-- They are looked for.
update signalements_etat set regles = null;
