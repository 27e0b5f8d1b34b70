-- Brings the published facts of some contacts to the department of their cards, as these are now.
create procedure situer_faits(contacts text[])
language plpgsql
as $$
declare
  actuelle constant integer := (select generation from faits_publies);
  avec_fiche text[];
  departements text[];
  sans_fiche text[];
begin
  select coalesce(array_agg(contact_id), '{}'), array_agg(departement_du_code_postal(zip))
  into avec_fiche, departements
  from donateurs
  where contact_id = any (contacts);
  sans_fiche := array(select unnest(contacts) except select unnest(avec_fiche));
  update faits_donateurs as faits
  set departement = fiches.departement
  from unnest(avec_fiche, departements) as fiches (contact_id, departement)
  where generation = actuelle
    and faits.contact_id = fiches.contact_id
    and faits.departement is distinct from fiches.departement;
  update faits_donateurs
  set departement = 'inconnu'
  where generation = actuelle and contact_id = any (sans_fiche) and departement is distinct from 'inconnu';
end
$$;
