-- Makes donateurs_exclus what the log says, and returns every row that was not: as it was (`numero_trouve`)
-- and as it is now (`numero_attendu`), null if there was none. Appends wait meanwhile. Which donations count
-- changes here without an event: if it does, donateurs_exclus_version counts it, and whatever was computed
-- under another version is computed anew.
--
-- It runs with the rights of the log's owner and therefore touches no table of the service, which could have
-- attached code to it (a trigger, a rule, a policy, a cast) that would run with these rights.
create function reconstruire_donateurs_exclus()
returns table (contact_id text, numero_trouve bigint, numero_attendu bigint)
language plpgsql
security definer
set search_path = public, pg_temp
set row_security = off
as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtextextended('evenements_exclusion', 0));

  return query
    select coalesce(x.contact_id, r.contact_id), x.numero, r.numero
    from donateurs_exclus x
    full join donateurs_exclus_recalcules r on r.contact_id = x.contact_id
    where x.numero is distinct from r.numero
    order by 1;
  if not found then
    return;
  end if;

  delete from donateurs_exclus;
  insert into donateurs_exclus (contact_id, numero)
    select r.contact_id, r.numero from donateurs_exclus_recalcules r;
  update donateurs_exclus_version set version = version + 1;
end
$$;
