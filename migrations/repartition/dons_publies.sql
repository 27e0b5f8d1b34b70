-- The gifts above 0, of excluded donors too, each with what its donor is in that year: every server puts those that it was
-- dealt beside its facts.
create view dons_publies as
select faits.contact_id, annee, recul, departement, exclu, order_date, (order_amount * 100)::bigint as cents
from donateurs_annees as faits
join dons_des_contacts as dons on dons.contact_brut = faits.contact_id
  and order_date >= make_date(annee, 1, 1) and order_date < make_date(annee + 1, 1, 1)
where order_amount > 0;
