-- Who reads what lies on several servers has one moment of it only while nobody commits there: an import takes this
-- empty table before its end (row exclusive), who must not see half of it as its very first statement (share). On one
-- server a snapshot says the same, and nobody reads under it.
create table passage (
  une_ligne boolean primary key default true check (une_ligne)
);
