-- Cards as they are compared are made anew of the cards: where a crash empties them, all of them are.
alter table fiches_comparees set unlogged;
