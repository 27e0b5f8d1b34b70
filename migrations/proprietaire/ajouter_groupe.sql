-- Appends one event of a group; returns it. It counts the donations with the rights of whoever calls it, the service: see
-- ajouter_evenement_exclusion().
create function ajouter_groupe(
  p_evenement_id      uuid,
  p_contact_id        text,
  p_type              text,
  p_contact_principal text,
  p_raison            text,
  p_par               text,
  p_identite          text,
  p_connues           text[]
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

  return query select * from inscrire_groupe(
    p_evenement_id, p_contact_id, p_type, p_contact_principal, p_raison, p_par, p_identite,
    donations_concernees, montant_concerne, p_connues
  );
end
$$;
