-- Where several servers hold the gifts nobody counts as another.
create function contact_canonique(contact text) returns text
language sql immutable
return contact;
