-- Where the partitions of `donations` are: in a schema of their own, because the service, which replaces them,
-- may not create anything in `public`.
create schema partitions;

alter table donations_1 set schema partitions;
