-- Appends one event and brings donateurs_exclus up to date, both or neither.
--
-- Returns the event as recorded. The same evenement_id again returns the first event and changes nothing.
-- Returns no row when the contact's last event is not p_numero_attendu (0 for none): the caller decided on
-- a state that has passed. Appends wait for each other until the transaction ends, so that numbers have no
-- gap and every event knows the one before it; keep that transaction short.
--
-- It counts the donations with the rights of whoever calls it, the service; only inscrire_evenement_exclusion()
-- has those of the log's owner. Who owns the log does not call it: see there.
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
security invoker
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  donations_concernees bigint;
  montant_concerne     numeric;
begin
  perform pg_advisory_xact_lock(hashtextextended('evenements_exclusion', 0));

  select count(*), coalesce(sum(d.order_amount), 0)
    into donations_concernees, montant_concerne
    from donations d
    where d.contact_id = p_contact_id and d.order_amount > 0;

  return query select * from inscrire_evenement_exclusion(
    p_evenement_id, p_contact_id, p_type, p_raison, p_exclu_par, p_identite, p_numero_attendu,
    donations_concernees, montant_concerne
  );
end
$$;
