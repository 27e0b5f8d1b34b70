-- Brings a figure up to date after the facts: by what its question finds for the changed ones (`ecarts`) where these are
-- known, and by a whole computation where they are not, or where one is asked for. That then tells how far the differences
-- had drifted since the last one; right after another whole computation there are none, and drift that it told is mended.
-- A whole computation of facts that were followed changes few rows: these too become differences, until there are many. To
-- refresh the view takes longer than to compute it, as PostgreSQL compares all of its rows.
create procedure actualiser_chiffre(nom text, entier boolean)
language plpgsql
as $$
declare
  ecarts constant regclass := to_regclass(nom || '_ecarts');
  suivi constant boolean := ecarts is not null and (
    select par_ecarts and (horizon_par_ecarts or obj_description(ecarts, 'pg_class') not like '%horizon') from faits_publies
  );
  compare constant boolean := suivi and not (entier and coalesce(
    (select derniers.entier from rafraichissements as derniers where status = 'completed' order by numero desc limit 1),
    true
  ));
  autres bigint;
  lignes bigint;
  ecartees bigint;
begin
  if compare then
    call suivre_chiffre(nom, false, autres);
    if not entier then
      return;
    end if;
    delete from lignes_suivies where vue = nom;
  end if;
  if suivi then
    call suivre_chiffre(nom, true, autres);
    execute format('select (select count(*) from %I), (select count(*) from %s)', nom, ecarts) into lignes, ecartees;
  end if;
  if compare then
    insert into chiffres_compares as compares (nom, lignes, differentes)
    values (actualiser_chiffre.nom, lignes, autres)
    on conflict on constraint chiffres_compares_pkey do update
    set lignes = excluded.lignes, differentes = excluded.differentes, compare_le = excluded.compare_le;
  elsif entier then
    delete from chiffres_compares where chiffres_compares.nom = actualiser_chiffre.nom and differentes > 0;
  end if;
  if suivi and ecartees <= greatest(1000, lignes / 4) then
    return;
  end if;
  execute format('refresh materialized view concurrently %I', case when ecarts is null then nom else nom || '_entier' end);
  if ecarts is not null then
    execute format('delete from %s', ecarts);
  end if;
end
$$;
