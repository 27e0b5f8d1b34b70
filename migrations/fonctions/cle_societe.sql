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
