-- The series of one half of the contacts: see une_moitie_des_contacts.
create function calculer_series(moitie integer) returns setof series_dons
language plpgsql stable parallel safe cost 1000000000 rows 1000000
as $$
begin
  return query execute requete_series('dons_des_contacts', une_moitie_des_contacts(moitie));
end
$$;
