-- The facts of one half of the contacts, as `generation`: see une_moitie_des_contacts. The department of a card is looked up
-- once, not for each year of its donor; beside what nobody can estimate PostgreSQL would go through all cards each time.
create function calculer_faits(generation integer, moitie integer) returns setof faits_donateurs
language plpgsql stable parallel safe cost 1000000000 rows 1000000
set enable_nestloop = off
as $$
begin
  return query execute format(
    $requete$
      with fiches as materialized (
        select contact_brut as contact_id, departement_du_code_postal(zip) as departement
        from (select contact_id as contact_brut, zip from donateurs) as cartes
        where %2$s
      )
      select %1$s, faits.*, coalesce(departement, 'inconnu')
      from (%3$s) as faits
      left join fiches using (contact_id)
    $requete$,
    generation,
    une_moitie_des_contacts(moitie),
    requete_faits('tous_les_dons', 'where ' || une_moitie_des_contacts(moitie))
  );
end
$$;
