-- What files said was paid back of a gift, by the key of the row that said it: the amount of a gift is `brut`, what the
-- file of the gift said, less all of these, down to 0. So neither the same file again nor an older one undoes a refund.
create table remboursements (
  cle      text primary key,
  don_id   text not null,
  centimes bigint not null check (centimes >= 0),
  brut     bigint not null
);
create index remboursements_don on remboursements (don_id);
