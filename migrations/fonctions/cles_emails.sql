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
