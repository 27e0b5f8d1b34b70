-- Writes what the accounts have of a year, or of a month of it, or, with a reason in place of an amount, that this is withdrawn; returns the
-- number of that word, or null where there is nothing to withdraw.
--
-- It runs with the rights of the log's owner, and reads nothing that the service owns: see
-- inscrire_evenement_exclusion().
create function inscrire_total_comptable(
  p_annee     smallint,
  p_mois      smallint,
  p_montant   numeric,
  p_motif     text,
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
  perform pg_advisory_xact_lock(hashtextextended('totaux_comptables', 0));
  if p_montant is null and (
    select t.montant
    from totaux_comptables t
    where t.annee = p_annee and t.mois is not distinct from p_mois
    order by t.numero desc
    limit 1
  ) is null then
    return null;
  end if;
  insert into totaux_comptables (annee, mois, montant, motif, saisi_par, identite)
  values (p_annee, p_mois, p_montant, p_motif, p_saisi_par, p_identite)
  returning numero into inscrit;
  return inscrit;
end
$$;
