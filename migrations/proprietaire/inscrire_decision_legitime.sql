-- Writes that somebody judged a donor genuine, or said whether a contact is collective, and returns it. The same decision_id again returns the first decision
-- and changes nothing. No row for a donor who is excluded now. It waits for exclusions, and they for it.
--
-- It runs with the rights of the log's owner, and reads nothing that the service owns: see
-- inscrire_evenement_exclusion().
create function inscrire_decision_legitime(
  p_decision_id uuid,
  p_contact_id  text,
  p_nature      text,
  p_raison      text,
  p_decide_par  text,
  p_identite    text,
  p_points      integer,
  p_connues     jsonb
) returns setof decisions_legitimes
language plpgsql
security definer
set search_path = public, pg_temp
set row_security = off
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('evenements_exclusion', 0));

  return query select * from decisions_legitimes d where d.decision_id = p_decision_id;
  if found or exists (select from donateurs_exclus x where x.contact_id = p_contact_id) then
    return;
  end if;

  return query
    insert into decisions_legitimes (
      decision_id, contact_id, nature, raison, decide_par, identite, decide_le, points, connues
    )
    values (
      p_decision_id, p_contact_id, p_nature, p_raison, p_decide_par, p_identite, clock_timestamp(), p_points, p_connues
    )
    returning *;
end
$$;
