-- The gifts above 0 as they were published, of excluded donors too, each with what its donor is in that year.
create view dons_publies as
select contact_id, annee, recul, departement, exclu, make_date(annee, mois, quantieme) as order_date, cents
from dons_croises
where generation = (select generation from faits_publies);
