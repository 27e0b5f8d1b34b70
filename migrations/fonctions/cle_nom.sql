-- A name as it is compared, its words without case, accents, signs and titles: « M. et Mme Le Bœuf », « LE BOEUF » and
-- « Le-Bœuf » are « le boeuf », « St-Jean » is « saint jean ». Empty where nothing is left. The keys of tools' files say
-- the same of a name, but for saints and couples, which they were made without.
create function cle_nom(texte text) returns text
language plpgsql immutable strict parallel safe
as $$
declare
  titre constant text := '(?:mm?|mr|mme|mmes|mlle|mlles|monsieur|messieurs|madame|mesdames|mademoiselle|dr|docteur|me|maitre|pr)';
  plie text := plier_texte(left(texte, 200));
begin
  if plie !~ '^[a-z]{3,}$' then
    plie := ' ' || regexp_replace(plie, '[\u0001-/:-@[-`{-\u00bf\u02b0-\u02ff\u2000-\u206f\u3000-\u3002]+', ' ', 'g') || ' ';
  else
    plie := ' ' || plie || ' ';
  end if;
  plie := regexp_replace(plie, ' ' || titre || ' (?:et|ou)(?= ' || titre || ' )', '', 'g');
  plie := regexp_replace(plie, ' ' || titre || '(?= )', '', 'g');
  plie := regexp_replace(plie, ' st(e?)(?= )', ' saint\1', 'g');
  return btrim(regexp_replace(plie, ' +', ' ', 'g'));
end
$$;
