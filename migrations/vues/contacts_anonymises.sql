-- The contacts whose card was emptied for good, as a question of its own: see contacts_exclus.
create view contacts_anonymises as
select contact_id from donateurs_anonymises;
