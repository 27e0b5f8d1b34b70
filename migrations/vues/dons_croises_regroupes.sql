-- On several servers nobody counts as another.
-- one server only {
-- The gifts that count now of the donors merged or separated since the publication, each with what its donor is in that year.
create view dons_croises_regroupes as
select
  annee, mois, quantieme, tranche, tranche_total, segment, derniere_annee, recul, recul = 0 as nouveau, cents, contact_id,
  departement, profil, media, origine, campagne, produit
from regroupes_dons
where contact_id in (select present from decides_depuis(null::contacts_regroupes))
  and not exists (select from contacts_exclus where contacts_exclus.contact_id = regroupes_dons.contact_id);
-- }
