-- Writes an event at the end of the log, and returns it with its number, its time and its hashes; for the functions that
-- run with the rights of the log's owner, since nobody else may write there. The caller holds the log's lock.
--
-- A clock that steps back dates no event before the one that it follows.
create function enchainer_evenement(evenement evenements_exclusion) returns evenements_exclusion
language plpgsql
set enable_seqscan = off
as $$
declare
  dernier evenements_exclusion;
begin
  select * into dernier from evenements_exclusion e order by e.numero desc limit 1;
  evenement.numero := coalesce(dernier.numero, 0) + 1;
  evenement.survenu_le := greatest(clock_timestamp(), dernier.survenu_le);
  evenement.empreinte_precedente := coalesce(dernier.empreinte, repeat('0', 64));
  evenement.empreinte := empreinte_evenement(evenement);
  insert into evenements_exclusion values (evenement.*);
  return evenement;
end
$$;
