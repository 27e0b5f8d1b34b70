-- What `donations` holds, as a short text that is different after every change: the number of writes, and
-- which partitions there are. Rows of an attached partition are written through `donations` only.
create function version_donations() returns text
language sql stable
return (
  select
    (select version from donations_version) || ':'
      || coalesce(string_agg(partition.oid || '/' || partition.relfilenode, ',' order by partition.oid), '')
  from pg_inherits
  join pg_class as partition on partition.oid = pg_inherits.inhrelid
  where pg_inherits.inhparent = 'donations'::regclass
);
