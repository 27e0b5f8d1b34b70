-- Who staged a file, as a hash that only tells one person from another, and how much room it takes in its depot.
alter table imports
  add column depose_par text not null default '',
  add column poids bigint not null default 0;
