-- By which reckoning the facts were made: where the program has another, the next refresh computes all of them.
alter table faits_publies add column definition integer not null default 0;
