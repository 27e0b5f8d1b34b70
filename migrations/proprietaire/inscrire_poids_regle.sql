-- Writes that somebody gave a rule another weight, and returns it. The same decision_id again returns the first decision
-- and changes nothing; no row where the rule already has that weight.
--
-- It runs with the rights of the log's owner, and reads nothing that the service owns: see
-- inscrire_evenement_exclusion().
create function inscrire_poids_regle(
  p_decision_id uuid,
  p_regle       text,
  p_poids       integer,
  p_raison      text,
  p_decide_par  text,
  p_identite    text,
  p_exclus      bigint,
  p_legitimes   bigint
) returns setof poids_regles
language plpgsql
security definer
set search_path = public, pg_temp
set row_security = off
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('poids_regles', 0));

  return query select * from poids_regles p where p.decision_id = p_decision_id;
  if found or p_poids = coalesce(
    (select p.poids from poids_regles p where p.regle = p_regle order by p.numero desc limit 1), 100
  ) then
    return;
  end if;

  return query
    insert into poids_regles (
      decision_id, regle, poids, raison, decide_par, identite, decide_le, exclus, legitimes
    )
    values (
      p_decision_id, p_regle, p_poids, p_raison, p_decide_par, p_identite, clock_timestamp(), p_exclus, p_legitimes
    )
    returning *;
end
$$;
