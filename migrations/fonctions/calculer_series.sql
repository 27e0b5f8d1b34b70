-- The series of one half of the contacts who are in no group: see calculer_faits.
create function calculer_series(moitie integer) returns setof series_dons
language plpgsql stable parallel safe cost 1000000000 rows 1000000
as $$
begin
  return query execute requete_series('dons_des_contacts', format(
    'hashtext(contact_brut) & 1 = %s%s',
    moitie,
    case when exists (select from groupes_contacts)
      then ' and contact_brut not in (select contact_id from contacts_groupes)'
      else ''
    end
  ));
end
$$;
