-- A name as it is compared, its words without case, accents, signs and titles: « M. et Mme Le Bœuf », « LE BOEUF » and
-- « Le-Bœuf » are « le boeuf », « St-Jean » is « saint jean ». Empty where nothing is left. The keys of tools' files say
-- the same of a name, but for saints, couples and initials: « M.-C. » is nobody's title.
create function cle_nom(texte text) returns text
language plpgsql immutable strict parallel safe
as $$
declare
  titre constant text := '(?:mm?|mr|mme|mmes|mlle|mlles|monsieur|messieurs|madame|mesdames|mademoiselle|dr|docteur|me|maitre|pr)';
  titre_entier constant text := ' ' || titre || ' ';
  plie text := lower(left(texte, 200) collate "C");
begin
  if octet_length(plie) > length(plie) then
    plie := plier_texte(plie);
  end if;
  -- Most names are one word.
  if plie ~ '^[a-z]{4,}$' and plie not in ('monsieur', 'messieurs', 'madame', 'mesdames', 'mademoiselle', 'mmes', 'mlle', 'mlles', 'docteur', 'maitre') then
    return plie;
  end if;
  plie := ' ' || regexp_replace(plie, '[\u0001-/:-@[-`{-\u00bf\u02b0-\u02ff\u2000-\u206f\u3000-\u3002]+', ' ', 'g') || ' ';
  if plie ~ '^( [a-z]){2,} +$' then
    return btrim(plie);
  end if;
  -- A look costs less than a change, which few need.
  if plie ~ titre_entier then
    plie := regexp_replace(plie, ' ' || titre || ' (?:et|ou)(?= ' || titre || ' )', '', 'g');
    plie := regexp_replace(plie, ' ' || titre || '(?= )', '', 'g');
  end if;
  if strpos(plie, ' st') > 0 then
    plie := regexp_replace(plie, ' st(e?)(?= )', ' saint\1', 'g');
  end if;
  if strpos(btrim(plie), '  ') = 0 then
    return btrim(plie);
  end if;
  return btrim(regexp_replace(plie, ' +', ' ', 'g'));
end
$$;
