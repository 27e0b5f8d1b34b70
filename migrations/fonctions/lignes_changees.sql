-- How many rows of its table an import added, changed or took back, by its result.
create function lignes_changees(resultat jsonb) returns numeric
language sql immutable parallel safe
return (resultat ->> 'inseres')::numeric + (resultat ->> 'modifies')::numeric
  + coalesce((resultat ->> 'retires')::numeric, 0);
