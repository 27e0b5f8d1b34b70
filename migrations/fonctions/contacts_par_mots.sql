-- The contacts that bear each word of a text, or its beginning where it has three letters or two digits; of them how
-- many words of the text are theirs whole. Of a long text the longest words count.
create function contacts_par_mots(texte text) returns table (contact_id text, entiers bigint)
language plpgsql stable parallel safe
as $$
#variable_conflict use_column
begin
  return query
    with cherches as materialized (
      select mot, '''' || replace(mot, '''', '''''') || '''' as entre_guillemets
      from unnest(tsvector_to_array(mots_contact(texte))) as mot
      order by length(mot) desc
      limit 12
    ), requetes as materialized (
      select
        string_agg(entre_guillemets || case when mot ~ '^.{3}|^\d\d' then ':*' else '' end, ' & ')::tsquery
          as debuts
      from cherches
    )
    select contact_id, (select count(*) from cherches where mots @@ entre_guillemets::tsquery)
    from (
      select contact_id, mots from mots_contacts where mots @@ (select debuts from requetes)
    ) as trouves;
end
$$;
