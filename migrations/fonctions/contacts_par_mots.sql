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
