-- Takes these values out of what kept models of files decide on, in every version: of somebody who is to be forgotten. It
-- can add nothing, see garder_registre(), and each version that it touches is an act (EFFACEMENT). Returns how many.
create function effacer_valeurs_modeles(p_valeurs text[]) returns bigint
language sql
security definer
set search_path = public, pg_temp
as $$
  with effaces as (
    update modeles_fichiers
    set lecture = jsonb_set(lecture, '{sorts}', (
      select jsonb_agg(jsonb_set(sort, '{valeurs}', (sort -> 'valeurs') - p_valeurs) order by rang)
      from jsonb_array_elements(lecture -> 'sorts') with ordinality as sorts (sort, rang)
    ))
    where exists (select from jsonb_array_elements(lecture -> 'sorts') as sort where sort -> 'valeurs' ?| p_valeurs)
    returning id
  )
  select count(*) from effaces
$$;
