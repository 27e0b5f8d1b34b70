-- Appends one event and brings donateurs_exclus up to date, both or neither.
--
-- Answers the event as recorded. The same evenement_id again answers the first event and changes nothing.
-- Answers no row when the contact's last event is not p_numero_attendu (0 for none): the caller decided on
-- a state that has passed. Appends wait for each other until the transaction ends, so that numbers have no
-- gap and every event knows the one before it; keep that transaction short.
--
-- A connection keeps its plans from when the log was short: sequential scans are off, so that it stays fast.
-- It runs with its owner's rights: whoever may execute it needs no right to write a table.
create function ajouter_evenement_exclusion(
  p_evenement_id   uuid,
  p_contact_id     text,
  p_type           text,
  p_raison         text,
  p_exclu_par      text,
  p_identite       text,
  p_numero_attendu bigint
) returns setof evenements_exclusion
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  dernier   evenements_exclusion;
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

  select * into dernier from evenements_exclusion e order by e.numero desc limit 1;

  evenement.numero := coalesce(dernier.numero, 0) + 1;
  evenement.evenement_id := p_evenement_id;
  evenement.contact_id := p_contact_id;
  evenement.type := p_type;
  evenement.raison := p_raison;
  evenement.exclu_par := p_exclu_par;
  evenement.identite := p_identite;
  evenement.survenu_le := clock_timestamp();
  select count(*), coalesce(sum(d.order_amount), 0)::numeric(20, 2)
    into evenement.donations_concernees, evenement.montant_concerne
    from donations d
    where d.contact_id = p_contact_id and d.order_amount > 0;
  evenement.empreinte_precedente := coalesce(dernier.empreinte, repeat('0', 64));
  evenement.empreinte := empreinte_evenement(evenement);
  insert into evenements_exclusion values (evenement.*);

  -- An exclusion of an excluded donor breaks the key here, a reinstatement of a valid one is refused below.
  if p_type = 'EXCLUSION' then
    insert into donateurs_exclus (contact_id, numero) values (p_contact_id, evenement.numero);
  else
    delete from donateurs_exclus x where x.contact_id = p_contact_id;
    if not found then
      raise exception 'Le donateur % n’est pas exclu.', p_contact_id using errcode = 'check_violation';
    end if;
  end if;

  return next evenement;
end
$$;
