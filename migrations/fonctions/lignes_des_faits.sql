-- About how many facts a generation has.
create function lignes_des_faits(generation integer) returns real
language sql stable
return (
  select coalesce(sum(reltuples), 0)
  from pg_class
  where oid = to_regclass('partitions.faits_donateurs_' || generation)
);
