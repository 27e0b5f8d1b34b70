-- Puts the gifts of these contacts beside their facts again: of all who count as one person, or of none of them.
create procedure actualiser_dons_croises(contacts text[])
language plpgsql
as $$
declare
  actuelle constant integer := (select generation from faits_publies);
begin
  delete from dons_croises where generation = actuelle and contact_id = any (contacts);
  execute format(
    'insert into dons_croises select %s, * from (%s) as dons',
    actuelle,
    requete_dons_croises(
      '(select * from donateurs_annees where contact_id = any ($1))',
      'dons_canoniques',
      'where contact_brut = any ($1)'
    )
  ) using contacts;
end
$$;
