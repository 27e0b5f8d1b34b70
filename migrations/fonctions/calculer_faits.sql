-- The facts of one half of the contacts who are in no group, as `generation`. Two such halves are computed side by side, each by a process of
-- its own, which PostgreSQL does with nothing but calls: it runs no window in parallel. What the cost says is that it
-- is worth a process.
create function calculer_faits(generation integer, moitie integer) returns setof faits_donateurs
language plpgsql stable parallel safe cost 1000000000 rows 1000000
as $$
begin
  return query execute format(
    'select %s, * from (%s) as faits',
    generation,
    requete_faits_situes('tous_les_dons', format(
      'where hashtext(contact_brut) & 1 = %s%s',
      moitie,
      case when exists (select from groupes_contacts)
        then ' and contact_brut not in (select contact_id from contacts_groupes)'
        else ''
      end
    ))
  );
end
$$;
