-- A name as `cle_nom` says it, of which it is the long way: whatever is more than one word of letters.
create function cle_nom_entier(texte text) returns text
language plpgsql immutable strict parallel safe
as $$
declare
  plie text := lower(left(texte, 200) collate "C");
begin
  if octet_length(plie) > length(plie) then
    plie := plier_texte(plie);
  end if;
  plie := ' ' || regexp_replace(plie, '[\u0001-/:-@[-`{-\u00bf\u02b0-\u02ff\u2000-\u206f\u3000-\u3002]+', ' ', 'g') || ' ';
  if plie ~ '^( [a-z]){2,} +$' then
    return btrim(plie);
  end if;
  declare
    titre constant text := '(?:mm?|mr|mme|mmes|mlle|mlles|monsieur|messieurs|madame|mesdames|mademoiselle|dr|docteur|me|maitre|pr)';
  begin
    -- Two looks cost less than a change, which few need.
    if (strpos(plie, ' m') > 0 or strpos(plie, ' d') > 0 or strpos(plie, ' pr ') > 0) and plie ~ (' ' || titre || ' ') then
      plie := regexp_replace(plie, ' ' || titre || ' (?:et|ou)(?= ' || titre || ' )', '', 'g');
      plie := regexp_replace(plie, ' ' || titre || '(?= )', '', 'g');
    end if;
  end;
  if strpos(plie, ' st') > 0 then
    plie := regexp_replace(plie, ' st(e?)(?= )', ' saint\1', 'g');
  end if;
  plie := btrim(plie);
  if strpos(plie, '  ') = 0 then
    return plie;
  end if;
  return regexp_replace(plie, ' +', ' ', 'g');
end
$$;
