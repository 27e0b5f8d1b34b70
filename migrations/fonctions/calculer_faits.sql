-- The facts of one half of the contacts, as `generation`: see une_moitie_des_contacts.
create function calculer_faits(generation integer, moitie integer) returns setof faits_donateurs
language plpgsql stable parallel safe cost 1000000000 rows 1000000
as $$
begin
  return query execute format(
    'select %s, * from (%s) as faits',
    generation,
    requete_faits_situes('tous_les_dons', 'where ' || une_moitie_des_contacts(moitie))
  );
end
$$;
