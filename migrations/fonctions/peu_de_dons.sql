-- Whether the gifts are so few that a worker takes longer to start than to compute: as few as PostgreSQL itself would read
-- without any.
create function peu_de_dons() returns boolean
language sql stable
as $$
  select coalesce(sum(pg_relation_size(relid)), 0) < pg_size_bytes(current_setting('min_parallel_table_scan_size'))
  from pg_partition_tree('donations')
$$;
