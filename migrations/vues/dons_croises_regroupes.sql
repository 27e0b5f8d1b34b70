-- The gifts that count now of the donors merged or separated since the publication, each with what its donor is in that year.
do $$
begin
  execute format(
    'create view dons_croises_regroupes as
    select
      annee, mois, quantieme, tranche, tranche_total, segment, derniere_annee, recul, recul = 0 as nouveau, cents, contact_id,
      departement, profil, media, origine, campagne, produit
    from (%s) as dons
    where not exclu',
    requete_dons_croises(
      'decides_depuis(null::faits_regroupes)',
      'dons_canoniques',
      'where contact_brut = any (array(select contact_id from decides_depuis(null::contacts_regroupes)))'
    )
  );
end
$$;
