-- A text without case, accents and ligatures, the same in every database whatever its locale.
create function plier_texte(texte text) returns text
language plpgsql immutable strict parallel safe
as $$
declare
  plie text := lower(texte collate "C");
begin
  if octet_length(plie) = length(plie) then
    return plie;
  end if;
  -- Most texts have no other letters than these.
  plie := translate(plie, 'éèêëàâäîïôöûùüçÉÈÊËÀÂÄÎÏÔÖÛÙÜÇ', 'eeeeaaaiioouuuceeeeaaaiioouuuc');
  if octet_length(plie) = length(plie) then
    return plie;
  end if;
  plie := lower(normalize(translate(plie, 'ŒÆØŁĐÐøłđð', 'œæolddoldd'), NFKD) collate "C");
  plie := replace(replace(replace(plie, 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss');
  return regexp_replace(plie, '[\u0300-\u036f]+', '', 'g');
end
$$;
