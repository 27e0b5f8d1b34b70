-- The department where a donor lives, by the card as it was at the publication.
alter table faits_donateurs add column departement text;

-- The contacts whose card came to lie in another department since the publication, as imports and erasures say; null is
-- any of them, where they are too many to tell.
create table fiches_deplacees (
  contact_id text
);
