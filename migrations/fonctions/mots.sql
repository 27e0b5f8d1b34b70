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

-- The words under which a telephone is found, which no text has: a number, or several that a sign parts.
create function mots_telephone(telephone text) returns tsvector
language sql immutable parallel safe
return array_to_tsvector(array(
  select distinct '#' || plie
  from (
    select telephone_plie(partie) as plie
    from regexp_split_to_table(left(telephone, 100), '[/;,]|\s+ou\s+') as partie
    union all
    select telephone_plie(left(telephone, 100))
  ) as numeros
  where plie <> ''
));

-- The contacts that bear each word of a text, or its beginning where it has three letters or two digits; of them how
-- many words of the text are theirs whole. Of a long text the longest words count; titles do not beside others. What
-- looks like a telephone number is also read as one, and a postal code as it is written with a space and without.
create function contacts_par_mots(texte text) returns table (contact_id text, entiers bigint)
language plpgsql stable parallel safe
as $$
#variable_conflict use_column
declare
  numero constant text := substring(texte from '(?:\+|\m)[0-9][0-9 .()/\u00a0\u202f-]*[0-9]');
begin
  return query
    with lectures as materialized (
      select 1 as lecture, mots_contact(texte) as mots
      union all
      select 2, tsvector_concat(mots_contact(replace(texte, numero, ' ')), mots_telephone(numero))
      where telephone_plie(numero) <> ''
      union all
      select lecture, mots_contact(ecrit)
      from (
        values
          (3, regexp_replace(texte, '\m(\d\d)(\d{3})\M', '\1 \2', 'g')),
          (4, regexp_replace(texte, '\m(\d\d)[ \u00a0\u202f](\d{3})\M', '\1\2', 'g'))
      ) as postaux (lecture, ecrit)
      where ecrit <> texte
    ), mots_lus as materialized (
      select lecture, mot, mot in (
        'm', 'mr', 'mm', 'mme', 'mmes', 'mlle', 'mlles', 'monsieur', 'messieurs', 'madame', 'mesdames', 'mademoiselle',
        'dr', 'docteur', 'me', 'maitre', 'pr', 'professeur'
      ) as est_titre
      from lectures
      cross join unnest(tsvector_to_array(mots)) as mot
    ), cherches as materialized (
      select lecture, mot, '''' || replace(mot, '''', '''''') || '''' as entre_guillemets
      from (
        select lecture, mot, row_number() over (partition by lecture order by length(mot) desc) as rang
        from mots_lus
        where not est_titre or not exists (select from mots_lus as autres where not autres.est_titre)
      ) as ranges
      where rang <= 12
    ), requetes as materialized (
      select string_agg('(' || debuts || ')', ' | ')::tsquery as debuts
      from (
        select string_agg(entre_guillemets || case when mot ~ '^.{3}|^\d\d' then ':*' else '' end, ' & ') as debuts
        from cherches
        group by lecture
      ) as une
    )
    select contact_id, (select count(*) from cherches where mots @@ entre_guillemets::tsquery)
    from (
      select contact_id, mots from mots_contacts where mots @@ (select debuts from requetes)
    ) as trouves;
end
$$;

-- The groups of three letters of a word, its beginning and end among them: « péan » folded is «  p», « pe», «pea»,
-- «ean» and «an ».
create function trigrammes(mot text) returns text[]
language sql immutable strict parallel safe
return array(
  select distinct substr('  ' || mot || ' ', place, 3)
  from generate_series(1, length(mot) + 1) as place
);
