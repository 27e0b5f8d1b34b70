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

-- A company's name as it is compared: without its legal form (« SARL », « Ets », « Association »), before or after it. Empty where nothing is left.
create function cle_societe(texte text) returns text
language sql immutable strict parallel safe
return (
  select btrim(regexp_replace(
    regexp_replace(mots, '^ (?:' || formes || ')(?= )', ''), ' (?:' || formes || ') $', ' '
  ))
  from (
    select
      ' ' || cle_nom(regexp_replace(texte, '(^|[^A-Za-z])st[\u00e9\u00c9](?![A-Za-z])', '\1societe', 'gi')) || ' ' as mots,
      's ?a|s ?a ?s|s ?a ?s ?u|s ?a ?r ?l|e ?u ?r ?l|s ?c ?i|s ?n ?c|s ?c ?p|s ?c ?o ?p|s ?e ?l ?a ?r ?l|e ?i|e ?i ?r ?l'
        || '|e ?a ?r ?l|g ?a ?e ?c|g ?i ?e|societe|societe anonyme|societe civile|ets|etablissements?|asso|association|fondation'
        as formes
  ) as un
);

-- Whether two first names, as `cle_nom` has them, may be one person's: equal but for spaces, one the initials of the
-- other (« j », « jp » and « j p » of « jean pierre »), or one empty.
create function prenoms_compatibles(un text, autre text) returns boolean
language sql immutable parallel safe
return un = '' or autre = ''
  -- Most differ in their first letter.
  or left(un, 1) = left(autre, 1) and (
    replace(un, ' ', '') in (
      replace(autre, ' ', ''), left(autre, 1), regexp_replace(autre, '(\S)\S* ?', '\1', 'g')
    )
    or replace(autre, ' ', '') in (left(un, 1), regexp_replace(un, '(\S)\S* ?', '\1', 'g'))
  );

-- Whether two texts are the same but for one letter, which is another, missing or added, or for two neighbours exchanged.
create function a_une_lettre(un text, autre text) returns boolean
language plpgsql immutable strict parallel safe
as $$
declare
  place integer := 1;
begin
  if un = autre then
    return true;
  end if;
  if abs(length(un) - length(autre)) > 1 then
    return false;
  end if;
  while substr(un, place, 1) = substr(autre, place, 1) loop
    place := place + 1;
  end loop;
  return substr(un, place + (length(un) >= length(autre))::integer)
      = substr(autre, place + (length(autre) >= length(un))::integer)
    or substr(un, place, 2) = reverse(substr(autre, place, 2)) and substr(un, place + 2) = substr(autre, place + 2);
end
$$;

-- An e-mail address as it is compared: in lower case, without blanks around. Empty where it is none.
create function cle_email(texte text) returns text
language sql immutable parallel safe
return case
  when length(texte) < 300 and texte ~ '^[a-z0-9._+-]+@[a-z0-9.-]+$' then texte
  when btrim(left(texte, 300), E' \t\r\n\u00a0\u202f') ~ '^[^\s@]+@[^\s@]+$'
    then lower(btrim(left(texte, 300), E' \t\r\n\u00a0\u202f') collate "C")
  else ''
end;

-- The mailboxes that a text names, each once, whatever their spelling: « Anne <ANNE+Dons@Asso.fr> », « anne @ asso . fr » and
-- anne@asso.fr are one. Case, blanks, what stands around an address and what follows a « + » in it do not count, nor the dots of
-- Gmail's. Where a blank may part two addresses or stand within one, both are named: who objects must not be written to.
create function cles_emails(texte text) returns text[]
language plpgsql immutable strict parallel safe
as $$
declare
  blanc constant text := '[\u0001-\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]';
  plie text := plier_casse(left(texte, 1000));
begin
  if octet_length(plie) > length(plie) then
    plie := plier_casse(normalize(plie, NFKC));
  end if;
  plie := regexp_replace(plie, '[\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g');
  plie := regexp_replace(plie, blanc || '*@[@\u0001-\u0020\u00a0\u202f]*', '@', 'g');
  return array(
    select distinct
      case when domaine in ('gmail.com', 'googlemail.com') then replace(boite, '.', '') || '@gmail.com' else boite || '@' || domaine end
    from unnest(array[
      plie,
      regexp_replace(plie, blanc || '*\.' || blanc || '*', '.', 'g'),
      regexp_replace(plie, blanc || '+', '', 'g')
    ]) as ecrit
    cross join regexp_split_to_table(ecrit, '(?:' || blanc || '|[]<>()[;,:|/"])+') as mot
    cross join lateral (
      select
        regexp_replace(ltrim(split_part(mot, '@', 1), '.''’'), '(?<=.)\+.*$', '') as boite,
        rtrim(split_part(mot, '@', 2), '.''’') as domaine
    ) as parts
    where mot ~ '^[^@]+@[^@]+$' and boite <> '' and domaine <> ''
    order by 1
  );
end
$$;

-- The mailboxes that a text names, see cles_emails(): most texts are one address, in letters, digits and few signs.
create function emails_nommes(texte text) returns text[]
language sql immutable parallel safe
return case
  when lower(texte collate "C") !~ '^[a-z0-9_-][a-z0-9_+-]*(?:\.[a-z0-9_+-]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)+$' then cles_emails(texte)
  when texte ~* '@(?:gmail|googlemail)\.com$'
    then array[replace(split_part(split_part(lower(texte collate "C"), '@', 1), '+', 1), '.', '') || '@gmail.com']
  else array[split_part(split_part(lower(texte collate "C"), '@', 1), '+', 1) || '@' || split_part(lower(texte collate "C"), '@', 2)]
end;

-- A birth date as it is compared: the day of 1950-03-12 and of 12/03/1950. Empty for what is no such date, which
-- contradicts none.
create function cle_naissance(texte text) returns text
language sql immutable parallel safe
return case
  when coalesce(texte, '') = '' then ''
  when texte like '____-__-__' and translate(texte, '0123456789', '') = '--' then texte
  when texte ~ '^\s*\d{4}-\d\d-\d\d' then left(btrim(texte), 10)
  when texte ~ '^\s*\d\d?[/.-]\d\d?[/.-]\d{4}' then
    regexp_replace(regexp_replace(texte, '\m(\d)(?=[/.-])', '0\1', 'g'), '^\s*(\d\d)[/.-](\d\d)[/.-](\d{4}).*$', '\3-\2-\1')
  else ''
end;

-- A French zip code as it is compared: five digits, a lost leading zero given back. Empty for any other.
create function cle_code_postal(texte text) returns text
language sql immutable parallel safe
return case
  when texte ~ '^[0-9]{5}$' then texte
  else coalesce(
    lpad(substring(translate(left(texte, 100), E' \t\u00a0\u202f', '') from '^([0-9]{4,5})(?:\.0)?$'), 5, '0'), ''
  )
end;

-- A telephone number as its digits, however it is spelt: 01 23 45 67 89, 01.23.45.67.89, +33 (0)1 23 45 67 89,
-- 0033123456789 and 123456789, whose zero Excel took, are 0123456789; +32 2 123 45 67 is 003221234567. Empty where it is
-- none, or has less than six digits.
create function telephone_plie(texte text) returns text
language plpgsql immutable strict parallel safe
as $$
declare
  chiffres text := regexp_replace(texte, '[^0-9+]', '', 'g');
begin
  chiffres := regexp_replace(chiffres, '^(\+|00)330?', '0');
  chiffres := regexp_replace(chiffres, '^33([1-9][0-9]{8})$', '0\1');
  chiffres := regexp_replace(chiffres, '^([1-9][0-9]{8})$', '0\1');
  chiffres := replace(regexp_replace(chiffres, '^\+', '00'), '+', '');
  return case when chiffres ~ '^0[0-9]{5,18}$' then chiffres else '' end;
end
$$;
