-- Empties the cards of these contacts, stored or staged: of every column of a card but the number, whatever they are.
create function vider_fiches(cartes regclass, contacts text[]) returns void
language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
begin
  execute (
    select format(
      'update %s set %s where contact_id = any ($1) and num_nonnulls(%s) > 0',
      cartes, string_agg(format('%I = null', attname), ', '), string_agg(quote_ident(attname), ', ')
    )
    from pg_attribute
    where attrelid = 'public.donateurs'::regclass and attnum > 0 and not attisdropped and attname <> 'contact_id'
  ) using contacts;
end
$$;
