-- Which definitions of the views the figures were computed by; null: those of version 0.1.0.
alter table rafraichissements add column vues text;
