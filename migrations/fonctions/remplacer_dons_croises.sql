-- Puts the gifts of pg_temp.dons_croises_neufs in the place of those of these contacts, year by year where one is another:
-- what stays keeps its place among those of its year, by which crossings read.
create procedure remplacer_dons_croises(contacts text[])
language plpgsql
as $$
declare
  actuelle constant integer := (select generation from faits_publies);
begin
  create temporary table annees_changees on commit drop as
  with presents as materialized (
    select * from dons_croises where generation = actuelle and contact_id = any (contacts)
  ),
  autres as (
    (table presents except all table pg_temp.dons_croises_neufs)
    union all
    (table pg_temp.dons_croises_neufs except all table presents)
  )
  select distinct contact_id, annee from autres;
  delete from dons_croises
  using annees_changees as changees
  where generation = actuelle
    and dons_croises.contact_id = changees.contact_id
    and dons_croises.annee = changees.annee;
  insert into dons_croises
  select neufs.* from pg_temp.dons_croises_neufs as neufs join annees_changees using (contact_id, annee);
end
$$;
