-- What each donor who counts in the facts gave in these years, between each of these euros and the next. As constants the
-- planner knows how few they are. The facts are named by their type, as in decides_depuis.
create function totaux_des_euros(faits anyelement, annees smallint[], euros bigint[])
returns table (annee smallint, montant numeric)
language plpgsql stable
as $$
begin
  return query execute format(
    'select annee, montant from %s where not exclu and (%s)',
    (select typrelid::regclass from pg_type where oid = pg_typeof(faits)),
    coalesce(
      (
        select string_agg(format('annee = %1$s and montant >= %2$s and montant < %2$s + 1', un.annee, un.euro), ' or ')
        from unnest(annees, euros) as un (annee, euro)
      ),
      'false'
    )
  );
end
$$;
