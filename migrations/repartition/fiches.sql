-- Contacts are not merged on several servers.
create view fiches as
table donateurs;
