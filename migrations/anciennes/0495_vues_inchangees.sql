-- Whether a refresh left a view as it was: nothing that it depends on had changed since a whole computation.
alter table rafraichissement_vues add column inchangee boolean not null default false;
