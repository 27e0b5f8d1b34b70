-- The words of a text: what stands between spaces, hyphens, apostrophes and other signs. Of an e-mail address the
-- words before the @, and the address itself; an @ that nothing stands before is a sign like others. Who searches and
-- what is found are cut by this one function.
create function mots_contact(texte text) returns tsvector
language plpgsql immutable strict parallel safe
as $$
declare
  plie text := plier_texte(texte);
begin
  -- Some signs unfold into many, and no word may have more than 2046 bytes.
  if octet_length(plie) > 2000 then
    plie := left(plie, 500);
  end if;
  if plie ~ '[^a-z0-9 .@''-]' then
    plie := regexp_replace(plie, '[\u0001-\u001f!-&(-,/:-?[-`{-\u00bf\u2000-\u206f\u3000-\u3002]+', ' ', 'g');
  end if;
  if plie ~ '(^|[ ''-])@' then
    plie := regexp_replace(plie, '(^|[ ''-])@+', '\1', 'g');
  end if;
  return array_to_tsvector(array_remove(
    string_to_array(translate(regexp_replace(plie, '@\S*', ' ', 'g'), '-.''', '   '), ' ')
      || case when plie like '%@%@%' then array(select (regexp_matches(plie, '\S+@\S*', 'g'))[1])
        else array[coalesce(substring(plie from '\S+@\S*'), '')] end,
    ''
  ));
end
$$;
