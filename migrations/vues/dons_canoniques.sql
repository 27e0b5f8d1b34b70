-- The gifts above 0 by the number that their contact counts by. For some contacts alone: of all, nobody knows beforehand
-- how many donors there are.
create view dons_canoniques as
select
  id,
  order_amount,
  order_date,
  annee,
  coalesce(groupes.contact_principal, tous.contact_id) as contact_id,
  contact_brut,
  campagne,
  media,
  origine,
  produit,
  vfl
from tous_les_dons as tous
left join groupes_contacts as groupes on groupes.contact_id = contact_brut;
