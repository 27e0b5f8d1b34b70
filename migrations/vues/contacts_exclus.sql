-- The contacts that are excluded now.
create view contacts_exclus as
select contact_id from donateurs_exclus;
