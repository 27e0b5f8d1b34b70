-- Writes one event at the end of the log and brings donateurs_exclus up to date, both or neither; for
-- ajouter_evenement_exclusion(), which says what it returns.
--
-- It runs with the rights of the log's owner: who may execute it needs no right to write a table. It therefore
-- reads nothing that the service owns: a table can carry code (a policy, an index, a cast) that would run with
-- these rights too. How many donations are concerned is said by the service, whose donations they are.
--
-- A connection keeps its plans from when the log was short: sequential scans are off, so that it stays fast.
create function inscrire_evenement_exclusion(
  p_evenement_id         uuid,
  p_contact_id           text,
  p_type                 text,
  p_raison               text,
  p_exclu_par            text,
  p_identite             text,
  p_numero_attendu       bigint,
  p_donations_concernees bigint,
  p_montant_concerne     numeric
) returns setof evenements_exclusion
language plpgsql
security definer
set search_path = public, pg_temp
set row_security = off
set enable_seqscan = off
as $$
declare
  evenement evenements_exclusion;
begin
  perform pg_advisory_xact_lock(hashtextextended('evenements_exclusion', 0));

  select * into evenement from evenements_exclusion e where e.evenement_id = p_evenement_id;
  if found then
    return next evenement;
    return;
  end if;

  if p_numero_attendu is distinct from coalesce(
    (select max(e.numero) from evenements_exclusion e where e.contact_id = p_contact_id), 0)
  then
    return;
  end if;

  evenement.evenement_id := p_evenement_id;
  evenement.contact_id := p_contact_id;
  evenement.type := p_type;
  evenement.raison := p_raison;
  evenement.exclu_par := p_exclu_par;
  evenement.identite := p_identite;
  evenement.donations_concernees := p_donations_concernees;
  evenement.montant_concerne := p_montant_concerne::numeric(20, 2);
  evenement := enchainer_evenement(evenement);

  -- An exclusion of an excluded donor breaks the key here, a reinstatement of a valid one is refused below; any other event
  -- is written as it is.
  if p_type = 'EXCLUSION' then
    insert into donateurs_exclus (contact_id, numero) values (p_contact_id, evenement.numero);
  elsif p_type = 'REINTEGRATION' then
    delete from donateurs_exclus x where x.contact_id = p_contact_id;
    if not found then
      raise exception 'Le donateur % n’est pas exclu.', p_contact_id using errcode = 'check_violation';
    end if;
  end if;

  return next evenement;
end
$$;
