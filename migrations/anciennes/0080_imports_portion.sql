-- How many of the hundred parts of an import its present step makes: what PostgreSQL itself measures of the step
-- is a share of that.
alter table imports add column portion double precision not null default 0;
