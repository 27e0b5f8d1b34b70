-- What these effects and those of all publications do not explain of the figures of the caller's transaction, as the
-- effects of cause `rang`.
create function reste_a_publier(effets publications_effets[], rang integer) returns setof publications_effets
language sql stable
as $$
  select null::bigint, $2, annee, sum(dons)::bigint, sum(montant), sum(donateurs)::bigint
  from (
    select annee, nombre as dons, montant, 0 as donateurs from dons_par_mois
    union all
    select annee, 0, 0, nombre from segments_annuels
    union all
    select annee, -dons, -montant, -donateurs from publications_effets
    union all
    select annee, -dons, -montant, -donateurs from unnest(effets)
  ) as comptes
  group by annee
  having sum(dons) <> 0 or sum(montant) <> 0 or sum(donateurs) <> 0
$$;
