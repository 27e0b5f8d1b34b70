-- The published facts of some contacts that are not what their stored gifts come to, with the columns that differ. What
-- the servers have of these contacts is read first, the rest is reckoned here.
create function comparer_faits(contacts text[]) returns table (contact_id text, annee smallint, colonnes text)
language plpgsql stable
as $$
declare
  actuelle constant integer := (select faits_publies.generation from faits_publies);
  dons constant jsonb := (
    with lus as materialized (
      select
        donations.id, donations.order_amount, donations.order_date, donations.contact_id, donations.codemedia_code,
        donations.campaign_code, donations.origincode_code, donations.product_code
      from donations
      where donations.contact_id = any (contacts)
    )
    select coalesce(jsonb_agg(to_jsonb(lus)), '[]') from lus
  );
  faits constant jsonb := (
    with lus as materialized (
      select
        nombre, nombre_vfl, cumul_nombre, cumul_vfl, premier_jour, dernier_jour, premier_don, dernier_don, faits.annee,
        exclu, premier_vfl, dernier_vfl, carriere_vfl, faits.contact_id, montant, dernier_montant, cumul,
        annee_precedente, annee_suivante, premier_jour_suivant, deuxieme_don, montant_precedent, premier_codemedia,
        premier_origincode, premiere_campagne, premier_produit, autres_campagnes, autres_medias, autres_origines,
        autres_produits, departement
      from faits_donateurs as faits
      where faits.generation = actuelle and faits.contact_id = any (contacts)
    )
    select coalesce(jsonb_agg(to_jsonb(lus)), '[]') from lus
  );
  departements constant jsonb := (
    with lues as materialized (
      select donateurs.contact_id, departement_du_code_postal(zip) as departement
      from donateurs
      where donateurs.contact_id = any (contacts)
    )
    select coalesce(jsonb_object_agg(lues.contact_id, departement), '{}') from lues
  );
  ensembles constant text := $ensembles$
    jsonb_build_object(
      'autres_campagnes', ensemble_de_codes(autres_campagnes),
      'autres_medias', ensemble_de_codes(autres_medias),
      'autres_origines', ensemble_de_codes(autres_origines),
      'autres_produits', ensemble_de_codes(autres_produits)
    )
  $ensembles$;
begin
  return query execute format(
    $comparaison$
      with tous_les_dons as (%s),
      recomptes as materialized (
        select faits.contact_id, faits.annee,
          to_jsonb(faits) || jsonb_build_object('departement', coalesce($4 ->> faits.contact_id, 'inconnu')) || %3$s || %4$s as fait
        from (%2$s) as faits
      ),
      publies as materialized (
        select faits.contact_id, faits.annee, to_jsonb(faits) - 'generation' || %3$s || %4$s as fait
        from jsonb_populate_recordset(null::faits_donateurs, $2) as faits
      )
      select
        contact_id,
        annee,
        case
          when publies.fait is null then 'fait absent'
          when recomptes.fait is null then 'fait sans don'
          else (
            select string_agg(key, ', ' order by key)
            from jsonb_each(publies.fait) as publie
            full join jsonb_each(recomptes.fait) as recompte using (key)
            where publie.value is distinct from recompte.value
          )
        end
      from publies
      full join recomptes using (contact_id, annee)
      where publies.fait is distinct from recomptes.fait
    $comparaison$,
    requete_dons(
      $dons$(
        select
          id collate "C" as id, order_amount, order_date, contact_id as contact_id, contact_id as contact_brut,
          codemedia_code, campaign_code, origincode_code, product_code
        from jsonb_to_recordset($1) as lus (
          id text, order_amount numeric(14, 2), order_date date, contact_id text collate "C", codemedia_code text,
          campaign_code text, origincode_code text, product_code text
        )
      ) as dons$dons$,
      '(select campagne_vfl_motif from parametres)'
    ),
    requete_faits('tous_les_dons', ''),
    ensembles,
    -- Whose card moved since is known by its next refresh.
    $moved$
      case when faits.contact_id = any ($3) is not false then '{"departement": null}' else '{}' end::jsonb
    $moved$
  ) using dons, faits, array(select fiches_deplacees.contact_id from fiches_deplacees), departements;
end
$$;
