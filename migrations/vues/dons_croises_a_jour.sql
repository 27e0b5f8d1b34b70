-- The gifts that count now, each with what its donor is in that year: as published, and of the donors merged or separated
-- since as they are now.
do $$
begin
  execute format(
    'create view dons_croises_a_jour as
    select
      annee, mois, quantieme, tranche, tranche_total, segment, derniere_annee, recul, recul = 0 as nouveau, cents, contact_id,
      departement, profil, media, origine, campagne, produit
    from dons_croises
    where generation = (select generation from faits_publies)
      and case
        when contact_id in (select contact_id from decides_depuis(null::donateurs_changes)) then exclu else not exclu
      end
      and contact_id not in (select contact_id from decides_depuis(null::contacts_regroupes))
    union all
    select
      annee, mois, quantieme, tranche, tranche_total, segment, derniere_annee, recul, recul = 0 as nouveau, cents, contact_id,
      departement, profil, media, origine, campagne, produit
    from (%s) as dons
    where not exclu',
    requete_dons_croises(
      'decides_depuis(null::faits_regroupes)',
      'dons_canoniques',
      'where contact_brut = any (array(select contact_id collate "default" from decides_depuis(null::contacts_regroupes)))'
    )
  );
end
$$;

call recalculer_dons_croises();
