-- An address as oppositions keep it: its HMAC-SHA-256 under the base's secret, whose two beginnings are given (secret_raisons),
-- of a domain of its own. By decode(), which unlike convert_to() may stand in a function that never changes.
create function empreinte_adresse(interne bytea, externe bytea, email text) returns bytea
language sql immutable parallel safe
return sha256(externe || sha256(interne || decode('adresse:' || replace(email, '\', '\\'), 'escape')));
