-- The contacts that are excluded now. A view is computed by itself, so that servers that hold parts of the gifts are
-- handed the answer.
create view contacts_exclus as
select contact_id from donateurs_exclus;
