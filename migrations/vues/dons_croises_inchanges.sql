-- The gifts that count now of the donors neither merged nor separated since the publication, each with what its donor is in
-- that year. Read by itself where many are counted: beside the others PostgreSQL hands on whole rows.
create view dons_croises_inchanges as
select
  annee, mois, quantieme, tranche, tranche_total, segment, derniere_annee, recul, recul = 0 as nouveau, cents, contact_id,
  departement, profil, media, origine, campagne, produit
from dons_croises
where generation = (select generation from faits_publies)
  and case
    when contact_id in (select contact_id from decides_depuis(null::donateurs_changes)) then exclu else not exclu
  end
  -- one server only {
  and contact_id not in (select contact_id from decides_depuis(null::contacts_regroupes))
  -- }
;
