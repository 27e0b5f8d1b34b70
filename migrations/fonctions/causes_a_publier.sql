-- What came since publication `derniere`, in the order in which it took effect: an import after the last event of the log
-- that it saw, several in theirs. Its end is when it did, but where a decision fell while it ran and it could not tell that
-- donor apart, that decision's time. None is dated before what was published already.
create function causes_a_publier(derniere publications) returns setof publications_causes
language sql stable
as $$
  select
    null::bigint,
    row_number() over ordre,
    nature,
    greatest(
      max(effet_le) over ordre,
      (derniere).publie_le,
      (select max(le) from publications_causes where publication = (derniere).numero)
    ),
    fichier_id,
    case when fichier_id is null then position end,
    nom,
    inseres,
    modifies
  from (
    select
      *,
      case when fichier_id is null then le else least(le, min(le) filter (where fichier_id is null) over suite) end as effet_le
    from (
      select
        'IMPORT' as nature,
        termine_le as le,
        fichier_id,
        imports_a_publier.evenement as position,
        version as ordre,
        nom,
        lignes_ajoutees(resultat)::bigint as inseres,
        (resultat ->> 'modifies')::bigint as modifies
      from imports_a_publier
      join imports using (fichier_id)
      join fichiers using (fichier_id)
      union all
      select type, survenu_le, null, numero, 0, null, null, null
      from evenements_exclusion
      where numero > coalesce((derniere).evenement, 0) and type in ('EXCLUSION', 'REINTEGRATION', 'FUSION', 'SEPARATION')
    ) as nouvelles
    window suite as (order by position, ordre rows between current row and unbounded following)
  ) as datees
  window ordre as (order by position, ordre)
$$;
