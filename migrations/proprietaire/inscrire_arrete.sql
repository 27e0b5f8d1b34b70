-- Writes at the end of the log that somebody named a publication whose figures have the hash p_sceau, and returns that
-- event. The same evenement_id again returns the first event and changes nothing; no row for a publication that has a
-- name already.
--
-- It runs with the rights of the log's owner, and reads nothing that the service owns: see
-- inscrire_evenement_exclusion(). Whose figures they are, and their hash, is said by the service; an audit computes it
-- again.
create function inscrire_arrete(
  p_evenement_id uuid,
  p_publication  bigint,
  p_sceau        text,
  p_nom          text,
  p_par          text,
  p_identite     text,
  p_donations    bigint,
  p_montant      numeric
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

  return query select * from evenements_exclusion e where e.evenement_id = p_evenement_id;
  if found or exists (select from evenements_exclusion e where e.publication = p_publication) then
    return;
  end if;

  evenement.evenement_id := p_evenement_id;
  evenement.contact_id := '';
  evenement.type := 'ARRETE';
  evenement.raison := p_nom;
  evenement.exclu_par := p_par;
  evenement.identite := p_identite;
  evenement.donations_concernees := p_donations;
  evenement.montant_concerne := p_montant::numeric(20, 2);
  evenement.publication := p_publication;
  evenement.sceau := p_sceau;
  return next enchainer_evenement(evenement);
end
$$;
