-- The query of facts, see requete_faits(), with the department of each donor's card as it is now.
create function requete_faits_situes(source text, filtre text) returns text
language sql immutable parallel safe
return format($requete$
  select faits.*, coalesce(departement_du_code_postal(zip), 'inconnu') as departement
  from (%s) as faits
  left join donateurs as fiches on fiches.contact_id = faits.contact_id
$requete$, requete_faits(source, filtre));
