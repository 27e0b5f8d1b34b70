-- A file of line breaks has more lines than an integer counts.
alter table imports_rejets alter column ligne type bigint;
