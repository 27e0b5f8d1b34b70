-- The gifts beside their donors by month, as the controls compare them: of which contacts and codes, and what these are.
create view dons_croises_par_mois as
select
  annee,
  mois,
  count(*) as dons,
  sum(cents) / 100 as montant,
  sum(tranche + 1) as tranches,
  sum(quantieme) as quantiemes,
  sum(hashtext(contact_id)::bigint) as contacts,
  sum(hashtext(campagne)::bigint) as campagnes,
  sum(hashtext(media)::bigint) as medias,
  sum(hashtext(origine)::bigint) as origines,
  sum(hashtext(produit)::bigint) as produits,
  sum(empreinte_donateur(departement, profil, tranche_total, segment, recul, derniere_annee)) as places
from dons_croises_a_jour
group by annee, mois;
