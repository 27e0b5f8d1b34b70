-- The series, as their gifts make them now, of the donors that contacts_regroupes are.
do $$
begin
  execute format(
    'create view series_des_regroupes as
    select * from (%s) as series (rythme, exclu, premier, connue_le, arret, contact_id, montant, jours, montants)',
    requete_series('dons_canoniques', 'contact_brut = any (array(select contact_id from contacts_regroupes))')
  );
end
$$;
