-- Writes what an import changes of the stored gifts, once an import, and returns the number of that entry.
--
-- It runs with the rights of the sums' owner, and reads nothing that the service owns: see
-- inscrire_evenement_exclusion(). What an import changes is said by the service; controls and audit compare it with
-- what is stored, and with the imports that ended.
create function inscrire_ecriture_dons(
  p_fichier_id        uuid,
  p_annees            smallint[],
  p_tranches          smallint[],
  p_dons              bigint[],
  p_centimes          bigint[],
  p_empreintes        numeric[],
  p_empreintes_pesees numeric[]
) returns bigint
language plpgsql
security definer
set search_path = public, pg_temp
set row_security = off
as $$
declare
  ecriture ecritures_dons;
begin
  ecriture.nature := 'IMPORT';
  ecriture.fichier_id := p_fichier_id;
  return enchainer_ecriture_dons(
    ecriture, p_annees, p_tranches, p_dons, p_centimes, p_empreintes, p_empreintes_pesees
  );
end
$$;
