-- Keeps what the figures of the caller's transaction are: as another publication if anything in them differs from the
-- last, or an import or a decision is new. Returns its number, or that of the last. The first one explains itself where
-- every import there ever was is followed (`tout_suivi`); on an older base it is where history begins (DEPART).
create function publier(instant timestamptz) returns bigint
language plpgsql
as $$
declare
  derniere constant publications := (select publications from publications order by publications.numero desc limit 1);
  suivante constant bigint := coalesce(derniere.numero, 0) + 1;
  journal constant bigint := (select coalesce(max(evenements_exclusion.numero), 0) from evenements_exclusion);
  tout_suivi constant boolean := not exists (
    select
    from imports
    join fichiers using (fichier_id)
    where statut = 'completed'
      and type = 'donations'
      and (resultat ->> 'inseres')::bigint + (resultat ->> 'modifies')::bigint > 0
      and fichier_id not in (select effets_imports.fichier_id from effets_imports)
  );
  publiee text;
  causes bigint := 0;
  finies bigint;
  neuves bigint;
  ecarts bigint := 0;
begin
  insert into publications values (suivante, instant, journal);

  foreach publiee in array vues_publiees() loop
    execute format($ecart$
      update publications_lignes
      set jusqua = $1
      where vue = %1$L and jusqua is null
        and not exists (select from %1$I as presente where to_jsonb(presente)::text = ligne)$ecart$, publiee)
    using suivante;
    get diagnostics finies = row_count;
    execute format($ecart$
      insert into publications_lignes
      select %1$L, to_jsonb(presente)::text, $1
      from %1$I as presente
      where not exists (
        select from publications_lignes
        where vue = %1$L and jusqua is null and ligne = to_jsonb(presente)::text
      )$ecart$, publiee)
    using suivante;
    get diagnostics neuves = row_count;
    ecarts := ecarts + finies + neuves;
  end loop;

  if derniere is not null or tout_suivi then
    causes := publier_causes(suivante, coalesce(derniere.evenement, 0));
  end if;
  if derniere is null and causes = 0 then
    insert into publications_causes values (suivante, 1, 'DEPART', instant);
    causes := 1;
  end if;
  causes := causes + publier_reste(suivante, instant);

  delete from effets_imports_annees;
  delete from effets_imports_mesures;
  delete from effets_imports;

  if ecarts = 0 and causes = 0 then
    delete from publications where numero = suivante;
    return derniere.numero;
  end if;
  return suivante;
end
$$;
