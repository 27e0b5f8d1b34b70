-- The views of which a figure's question is asked, and itself, as a list of `with` that hides them: each under its own name
-- as it is of what a refresh changes alone. That is x_ecarts where there is one of a view x, else the question of x, asked of
-- these. So a question is written once and planned for few rows, and on several servers it finds them all in one place.
create function vues_des_ecarts(calcul text) returns text
language plpgsql stable
as $$
begin
  return (
    with recursive lues as (
      select calcul::regclass as vue
      union
      select refobjid::regclass
      from lues
      join pg_rewrite on ev_class = lues.vue
      join pg_depend
        on classid = 'pg_rewrite'::regclass and objid = pg_rewrite.oid and refclassid = 'pg_class'::regclass
      join pg_attribute on attrelid = refobjid and attname = 'ensemble'
      where to_regclass(lues.vue || '_ecarts') is null
    )
    select string_agg(
      format(
        '%s as not materialized (%s)',
        vue,
        coalesce(
          'select ''ecarts'' as ensemble, * from ' || to_regclass(vue || '_ecarts'),
          rtrim(pg_get_viewdef(vue), ';')
        )
      ),
      ', ' order by vue::oid
    )
    from lues
  );
end
$$;
