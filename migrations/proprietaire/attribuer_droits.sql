-- Gives the roles dons_service and dons_audit what they need and no more, if the server has them: what they,
-- or everybody, had of the log's objects is taken away first, and so is every right of anybody else to write them.
--
-- dons_service runs the service: it owns the data and the figures, which it rebuilds, but neither the log of the
-- exclusions nor what was published, which it can read and append to through functions. dons_audit reads these and
-- nothing else.
-- Who calls this owns the database and is a member of dons_service. It is called after every migration, and may
-- be called again at any time. It changes owners and rights only, and so runs no code of the service's.
create procedure attribuer_droits()
language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- What stays with the owner of the database.
  journal constant text[] := array[
    'donateurs_exclus', 'donateurs_exclus_recalcules', 'donateurs_exclus_version',
    'champ_canonique', 'empreinte_evenement', 'reconstruire_donateurs_exclus', 'enchainer_evenement',
    'groupes_contacts', 'groupes_contacts_recalcules', 'contacts_distincts', 'contacts_distincts_recalcules',
    'reconstruire_groupes', 'membres_des_groupes', 'regroupes_depuis', 'fiche_reunie', 'jour_des_contacts',
    'secret_raisons', 'recoder_decisions', 'ouvrir_vidage_fiches', 'vider_fiches',
    'cle_sommes_dons', 'poids_contact', 'empreinte_don',
    'empreinte_ecriture_dons', 'enchainer_ecriture_dons', 'commencer_sommes_dons', 'reprendre_sommes_dons',
    'empreinte_publication', 'enchainer_publications',
    'registres', 'garder_registre', 'enchainer_actes', 'enchainer_registre', 'enchainer_registres',
    'kysely_migration', 'kysely_migration_lock', 'schema_fichiers', 'attribuer_droits', 'decides_depuis', 'releve_de',
    'tenir_statistiques',
    -- Of a base that version 0.2.0 spread over several servers.
    'depuis', 'releve'
  ] || (select array_agg(r.nom) from registres r) || (select array_agg(f) from registres r, unnest(r.fonctions) f);
  service constant oid := to_regrole('dons_service');
  auditeur constant oid := to_regrole('dons_audit');
  objet record;
begin
  perform pg_advisory_xact_lock(hashtextextended('attribuer_droits', 0));

  revoke create on schema public from public;

  if service is not null then
    alter schema depots owner to dons_service;
    alter schema partitions owner to dons_service;
    grant usage, create on schema public to dons_service;

    for objet in
      select c.oid::regclass as nom, c.relkind as genre
      from pg_class c
      where c.relnamespace in ('public'::regnamespace, 'partitions'::regnamespace)
        and c.relkind in ('r', 'p', 'v', 'm')
        and c.relowner <> service
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
        and p.proowner <> service
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        and p.proname <> all (journal)
    loop
      execute format('alter routine %s owner to dons_service', objet.nom);
    end loop;
    revoke create on schema public from dons_service;
  end if;

  -- Relations: everybody and the roles named here lose all, anybody else what is more than reading.
  for objet in
    select distinct c.oid::regclass as nom, droit.grantee,
      case droit.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(droit.grantee)) end as qui,
      droit.grantee = any (array[0, service, auditeur]) as connu
    from pg_class c
    cross join lateral (
      select * from aclexplode(c.relacl)
      union all
      select entree.* from pg_attribute a, aclexplode(a.attacl) entree where a.attrelid = c.oid
    ) droit
    where c.relnamespace = 'public'::regnamespace
      and c.relname = any (journal)
      and droit.grantee <> c.relowner
  loop
    execute format(
      'revoke %s on table %s from %s cascade',
      case when objet.connu then 'all' else 'insert, update, delete, truncate, references, trigger' end,
      objet.nom, objet.qui
    );
  end loop;

  -- Routines: the same, and where the service has a role of its own, nobody else appends or rebuilds.
  for objet in
    select distinct p.oid::regprocedure as nom,
      case droit.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(droit.grantee)) end as qui
    from pg_proc p
    cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) droit
    where p.pronamespace = 'public'::regnamespace
      and p.proname = any (journal)
      and droit.grantee <> p.proowner
      and (
        droit.grantee = any (array[0, service, auditeur])
        or (
          service is not null
          and p.proname <> all (array['champ_canonique', 'empreinte_evenement', 'empreinte_publication'])
        )
      )
  loop
    execute format('revoke all on routine %s from %s cascade', objet.nom, objet.qui);
  end loop;

  -- The auditor sees no personal data, whatever somebody once let it see.
  for objet in
    select distinct c.oid::regclass as nom
    from pg_class c
    cross join lateral (
      select * from aclexplode(c.relacl)
      union all
      select entree.* from pg_attribute a, aclexplode(a.attacl) entree where a.attrelid = c.oid
    ) droit
    where c.relowner = service and droit.grantee in (0, auditeur)
      and c.relkind in ('r', 'p', 'v', 'm')
  loop
    execute format('revoke all on table %s from public cascade', objet.nom);
    if auditeur is not null then
      execute format('revoke all on table %s from dons_audit cascade', objet.nom);
    end if;
  end loop;

  if service is not null then
    grant select on
      donateurs_exclus, donateurs_exclus_recalcules, donateurs_exclus_version,
      groupes_contacts, groupes_contacts_recalcules, contacts_distincts, contacts_distincts_recalcules,
      secret_raisons, cle_sommes_dons, registres,
      kysely_migration, kysely_migration_lock, schema_fichiers
    to dons_service;
    for objet in
      select format('%s on table %I', r.droits, r.nom) as droit from registres r
      union all
      select format('execute on function %s', p.oid::regprocedure)
      from registres r
      join pg_proc p on p.pronamespace = 'public'::regnamespace and p.proname = any (r.fonctions)
    loop
      execute format('grant %s to dons_service', objet.droit);
    end loop;
    grant usage on schema publiees to dons_service;
    grant select on all tables in schema publiees to dons_service;
    grant execute on function
      vider_fiches(regclass, text[]),
      champ_canonique(text),
      empreinte_evenement(evenements_exclusion),
      poids_contact(text),
      empreinte_don(bigint, text, text, date, numeric, text, text, text, text, text),
      empreinte_publication(publications),
      membres_des_groupes(text[]),
      fiche_reunie(text[], text),
      jour_des_contacts(),
      regroupes_depuis(bigint),
      decides_depuis(anyelement),
      releve_de(anyelement),
      tenir_statistiques()
    to dons_service;
  end if;

  if auditeur is not null then
    grant usage on schema public to dons_audit;
    grant select on
      donateurs_exclus, donateurs_exclus_recalcules,
      groupes_contacts, groupes_contacts_recalcules, contacts_distincts, contacts_distincts_recalcules
    to dons_audit;
    for objet in select r.nom from registres r where r.auditeur loop
      execute format('grant select on %I to dons_audit', objet.nom);
    end loop;
    grant execute on function
      champ_canonique(text), empreinte_evenement(evenements_exclusion), empreinte_publication(publications)
    to dons_audit;
  end if;
end
$$;
