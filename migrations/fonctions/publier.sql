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
  trouves bigint;
  ecarts bigint := 0;
begin
  insert into publications values (suivante, instant, journal);

  foreach publiee in array vues_publiees() loop
    execute format($ecarts$
      with presentes as materialized (select to_jsonb(presente)::text as ligne from %1$I as presente),
      finies as (
        update publications_lignes as gardees
        set jusqua = $1
        where vue = %1$L and jusqua is null
          and not exists (select from presentes where presentes.ligne = gardees.ligne)
        returning 1
      ),
      neuves as (
        insert into publications_lignes
        select %1$L, ligne, $1
        from presentes
        where not exists (
          select from publications_lignes as gardees
          where vue = %1$L and jusqua is null and gardees.ligne = presentes.ligne
        )
        returning 1
      )
      select (select count(*) from finies) + (select count(*) from neuves)$ecarts$, publiee)
    into trouves
    using suivante;
    ecarts := ecarts + trouves;
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
