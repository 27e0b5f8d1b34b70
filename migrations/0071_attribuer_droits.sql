-- Gives the roles dons_service and dons_audit what they need and no more, where the server has them.
--
-- dons_service runs the service: it owns the data and the figures, which it rebuilds, but not the log of the
-- exclusions, which it can read and append to through one function. dons_audit reads the log and nothing else.
-- Who calls this owns the database and is a member of dons_service. It is called after every migration, and may
-- be called again at any time.
create procedure attribuer_droits()
language plpgsql
as $$
declare
  -- What stays with the owner of the database.
  journal constant text[] := array[
    'evenements_exclusion', 'donateurs_exclus', 'donateurs_exclus_recalcules',
    'champ_canonique', 'empreinte_evenement', 'refuser_modification_evenements',
    'ajouter_evenement_exclusion', 'reconstruire_donateurs_exclus',
    'kysely_migration', 'kysely_migration_lock', 'attribuer_droits'
  ];
  objet record;
begin
  perform pg_advisory_xact_lock(hashtextextended('attribuer_droits', 0));

  if to_regrole('dons_service') is not null then
    alter schema depots owner to dons_service;
    alter schema partitions owner to dons_service;
    grant usage, create on schema public to dons_service;

    for objet in
      select c.oid::regclass as nom, c.relkind as genre
      from pg_class c
      where c.relnamespace in ('public'::regnamespace, 'partitions'::regnamespace)
        and c.relkind in ('r', 'p', 'v', 'm')
        and c.relowner <> to_regrole('dons_service')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
        and c.relname <> all (journal)
      order by c.relkind in ('v', 'm'), c.oid
    loop
      execute format(
        'alter %s %s owner to dons_service',
        case objet.genre when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
        objet.nom
      );
    end loop;

    -- A function that runs with its owner's rights must not lend the service those of the database's owner.
    for objet in
      select p.oid::regprocedure as nom
      from pg_proc p
      where p.pronamespace = 'public'::regnamespace
        and p.proowner <> to_regrole('dons_service')
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        and p.proname <> all (journal)
    loop
      execute format('alter routine %s owner to dons_service', objet.nom);
    end loop;
    revoke create on schema public from dons_service;

    grant select on
      evenements_exclusion, donateurs_exclus, donateurs_exclus_recalcules,
      kysely_migration, kysely_migration_lock
    to dons_service;
    grant execute on function
      champ_canonique(text),
      empreinte_evenement(evenements_exclusion),
      ajouter_evenement_exclusion(uuid, text, text, text, text, text, bigint)
    to dons_service;
  end if;

  if to_regrole('dons_audit') is not null then
    grant usage on schema public to dons_audit;
    grant select on evenements_exclusion, donateurs_exclus, donateurs_exclus_recalcules to dons_audit;
    grant execute on function champ_canonique(text), empreinte_evenement(evenements_exclusion) to dons_audit;
  end if;
end
$$;

revoke execute on procedure attribuer_droits() from public;
