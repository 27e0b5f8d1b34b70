-- The gifts that count now, each with what its donor is in that year: every server puts those that it was dealt beside its
-- facts when it is asked.
do $$
begin
  execute format(
    'create view dons_croises_a_jour as
    select
      annee, mois, quantieme, tranche, tranche_total, segment, derniere_annee, recul, recul = 0 as nouveau, cents, contact_id,
      departement, profil, media, origine, campagne, produit
    from (%s) as dons
    where case
        when contact_id in (select contact_id from decides_depuis(null::donateurs_changes)) then exclu else not exclu
      end',
    requete_dons_croises('donateurs_annees', 'tous_les_dons', '')
  );
end
$$;
