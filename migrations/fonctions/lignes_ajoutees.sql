-- How many rows of its table an import brought, by its result: below 0 of one that undoes another.
create function lignes_ajoutees(resultat jsonb) returns numeric
language sql immutable parallel safe
return (resultat ->> 'inseres')::numeric - coalesce((resultat ->> 'retires')::numeric, 0);
