-- The segment of `nombre` gifts: 1 for one gift, 2 for two to five, 3 for six and more.
create function segment_frequence(nombre bigint) returns smallint
language sql immutable parallel safe
return case when nombre = 1 then 1 when nombre <= 5 then 2 else 3 end::smallint;
