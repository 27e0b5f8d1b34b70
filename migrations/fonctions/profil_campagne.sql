-- The campaign profile of `nombre` gifts of which `nombre_vfl` belong to VFL.
create function profil_campagne(nombre bigint, nombre_vfl bigint) returns text
language sql immutable parallel safe
return case nombre_vfl when 0 then 'PRODUIT' when nombre then 'VFL' else 'MIXTE' end;
