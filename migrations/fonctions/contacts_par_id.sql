-- The contacts whose id a text is, as it is written, in capitals or in small letters; with or without a card.
create function contacts_par_id(texte text) returns table (contact_id text)
language plpgsql stable parallel safe
as $$
#variable_conflict use_column
begin
  return query
    select contact_id from donateurs where contact_id in (texte, upper(texte), lower(texte))
    union
    select contact_id from donations where contact_id in (texte, upper(texte), lower(texte))
    union
    select contact_id from evenements_exclusion where contact_id in (texte, upper(texte), lower(texte));
end
$$;
