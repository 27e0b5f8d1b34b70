-- Finds the series of all contacts anew, in one question: where data are spread no process of its own may ask.
create procedure recalculer_series()
language plpgsql
as $$
begin
  delete from series_dons;
  execute 'insert into series_dons '
    || requete_series('dons_des_contacts', 'contact_brut not in (select contact_id from contacts_groupes)');
  execute 'insert into series_dons '
    || requete_series('dons_canoniques', 'contact_brut = any (array(select contact_id from contacts_groupes))');
  analyze series_dons (contact_id, exclu);
end
$$;
