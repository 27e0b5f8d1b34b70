-- Writes an aim of a year, or without a value that it is withdrawn; returns the number of that word, or null where there is
-- nothing to withdraw.
--
-- It runs with the rights of the log's owner, and reads nothing that the service owns: see
-- inscrire_evenement_exclusion().
create function inscrire_objectif(
  p_annee     smallint,
  p_mesure    text,
  p_famille   text,
  p_valeur    numeric,
  p_saisi_par text,
  p_identite  text
) returns bigint
language plpgsql
security definer
set search_path = public, pg_temp
set row_security = off
as $$
declare
  inscrit bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('objectifs', 0));
  if p_valeur is null and (
    select o.valeur
    from objectifs o
    where o.annee = p_annee and o.mesure = p_mesure and o.famille is not distinct from p_famille
    order by o.numero desc
    limit 1
  ) is null then
    return null;
  end if;
  insert into objectifs (annee, mesure, famille, valeur, saisi_par, identite)
  values (p_annee, p_mesure, p_famille, p_valeur, p_saisi_par, p_identite)
  returning numero into inscrit;
  return inscrit;
end
$$;
