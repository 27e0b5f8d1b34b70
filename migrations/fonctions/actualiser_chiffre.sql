-- Brings a figure up to date after the facts: by what its question finds for the changed ones (`ecarts`) where these are
-- known, and by a whole computation where they are not, or where one is asked for. That then tells how far the differences
-- had drifted since the last one; right after another whole computation there are none, and drift that it told is mended.
create procedure actualiser_chiffre(nom text, entier boolean)
language plpgsql
as $$
declare
  ecarts constant regclass := to_regclass(nom || '_ecarts');
  suit constant boolean := ecarts is not null and (
    select par_ecarts and (horizon_par_ecarts or obj_description(ecarts, 'pg_class') not like '%horizon') from faits_publies
  ) and not (entier and coalesce(
    (select derniers.entier from rafraichissements as derniers where status = 'completed' order by numero desc limit 1),
    true
  ));
begin
  if suit then
    call suivre_chiffre(nom);
  end if;
  if suit and not entier then
    return;
  end if;
  if suit then
    execute format('create temporary table chiffre_suivi on commit drop as select * from %I', nom);
  end if;
  execute format('refresh materialized view concurrently %I', case when ecarts is null then nom else nom || '_entier' end);
  if ecarts is not null then
    execute format('delete from %s', ecarts);
  end if;
  if suit then
    execute format(
      'insert into chiffres_compares as compares (nom, lignes, differentes)
      select
        %2$L,
        (select count(*) from %1$I),
        count(*)
      from (
        (select * from chiffre_suivi except all select * from %1$I)
        union all
        (select * from %1$I except all select * from chiffre_suivi)
      ) as lignes
      on conflict (nom) do update
      set lignes = excluded.lignes, differentes = excluded.differentes, compare_le = excluded.compare_le',
      nom,
      nom
    );
    drop table chiffre_suivi;
    execute 'delete from lignes_suivies where vue = $1' using nom;
  elsif entier then
    delete from chiffres_compares where chiffres_compares.nom = actualiser_chiffre.nom and differentes > 0;
  end if;
end
$$;
