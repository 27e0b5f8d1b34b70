-- Makes donateurs_exclus what the log says, and answers every row that was not: as it was (`numero_trouve`)
-- and as it is now (`numero_attendu`), null where there was none. Appends wait meanwhile. Which donations count
-- changes here without an event: where it does, this counts as a change of theirs, no figure is known to be of
-- any event any more, and a refresh that runs meanwhile, having seen the rows before, is refused at its end.
create or replace function reconstruire_donateurs_exclus()
returns table (contact_id text, numero_trouve bigint, numero_attendu bigint)
language plpgsql
security definer
set search_path = public, pg_temp
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
  update donations_version set version = version + 1;
  update rafraichissements set evenement = null;
end
$$;
