-- Writes what somebody says of campaigns' codes (`p_fiches`: an array of code, nom, famille, exercice, cout, envois, debut, fin), of those of which the
-- last word is another, and returns how many these are.
--
-- It runs with the rights of the log's owner, and reads nothing that the service owns: see
-- inscrire_evenement_exclusion().
create function inscrire_campagnes(
  p_fiches    jsonb,
  p_saisi_par text,
  p_identite  text
) returns bigint
language plpgsql
security definer
set search_path = public, pg_temp
set row_security = off
as $$
declare
  inscrites bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('campagnes_versions', 0));
  insert into campagnes_versions (code, nom, famille, exercice, cout, envois, debut, fin, saisi_par, identite)
  select code, nom, famille, exercice, cout, envois, debut, fin, p_saisi_par, p_identite
  from jsonb_to_recordset(p_fiches) as f (
    code text, nom text, famille text, exercice smallint, cout numeric, envois integer, debut date, fin date
  )
  where (nom, famille, exercice, cout, envois, debut, fin) is distinct from (
    select (v.nom, v.famille, v.exercice, v.cout, v.envois, v.debut, v.fin)
    from campagnes_versions v
    where v.code = f.code
    order by v.numero desc
    limit 1
  );
  get diagnostics inscrites = row_count;
  return inscrites;
end
$$;
