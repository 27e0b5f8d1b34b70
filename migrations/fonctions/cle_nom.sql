-- A name as it is compared, its words without case, accents, signs and titles: « M. et Mme Le Bœuf », « LE BOEUF » and
-- « Le-Bœuf » are « le boeuf », « St-Jean » is « saint jean ». Empty where nothing is left. The keys of tools' files say
-- the same of a name, but for saints, couples and initials: « M.-C. » is nobody's title.
create function cle_nom(texte text) returns text
language sql immutable parallel safe
return case
  -- Most names are one word.
  when length(texte) <= 200 and texte collate "C" ~ '^[A-Za-z]{4,}$' and lower(texte collate "C") not in (
    'monsieur', 'messieurs', 'madame', 'mesdames', 'mademoiselle', 'mmes', 'mlle', 'mlles', 'docteur', 'maitre'
  ) then lower(texte collate "C")
  else cle_nom_entier(texte)
end;
