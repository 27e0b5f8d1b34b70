-- Contacts are not merged on several servers.
create view fiches as
select contact_id, firstname, lastname, city, zip, email, phone, birthdate, civility, is_company
from donateurs;
