-- The facts, as their gifts make them now, of the donors that contacts_regroupes are.
do $$
begin
  execute 'create view faits_regroupes as ' || requete_donateurs_annees(format(
    '(%s) as faits',
    requete_faits_situes(
      'dons_canoniques',
      'where contact_brut = any (array(select contact_id from contacts_regroupes))'
    )
  ));
end
$$;
