-- The published facts of some donors that are not what their stored gifts come to, with the columns that differ. The
-- gifts are read from `donations` on any number of servers, never from a copy of them. Lists of codes are sets. Of a donor
-- whose facts are right the series are compared too, and told by the year of the first that differs.
create function comparer_faits(contacts text[]) returns table (contact_id text, annee smallint, colonnes text)
language plpgsql stable
as $$
declare
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
      with lus as materialized (
        select * from donations where contact_id = any (membres_des_groupes($1))
      ),
      tous_les_dons as (%s),
      recomptes as materialized (
        select faits.contact_id, faits.annee, to_jsonb(faits) || %3$s || %5$s as fait
        from (%2$s) as faits
      ),
      publies as materialized (
        select faits.contact_id, faits.annee, to_jsonb(faits) - 'generation' || %3$s || %5$s as fait
        from faits_donateurs as faits
        where generation = (select faits_publies.generation from faits_publies) and faits.contact_id = any ($1)
      ),
      gardees as materialized (
        select * from series_dons where contact_id = any ($1)
      ),
      trouvees as materialized (
        select contact_id, rythme, dates[1] as premier, dates as jours, sommes as montants
        from (%4$s) as series (rythme, exclu, premier, connue_le, arret, contact_id, montant, dates, sommes)
      ),
      differents as materialized (
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
      )
      select * from differents
      union all
      select contact_id, min(date_part('year', premier))::smallint, 'séries'
      from (
        (select contact_id, rythme, premier, jours, montants from gardees except select * from trouvees)
        union
        (select * from trouvees except select contact_id, rythme, premier, jours, montants from gardees)
      ) as autres
      where contact_id not in (select contact_id from differents)
      group by contact_id
    $comparaison$,
    requete_dons(
      $dons$(
        select
          id collate "C" as id, order_amount, order_date,
          coalesce(contact_principal, contact_id) as contact_id, contact_id as contact_brut,
          codemedia_code, campaign_code, origincode_code, product_code
        from lus
        left join groupes_contacts as groupes using (contact_id)
      ) as dons$dons$,
      '(select campagne_vfl_motif from parametres)'
    ),
    requete_faits_situes('tous_les_dons', ''),
    ensembles,
    requete_series('tous_les_dons', 'true'),
    -- Whose card moved since is known by its next refresh.
    $moved$
      case when faits.contact_id = any ($2) is not false then '{"departement": null}' else '{}' end::jsonb
    $moved$
  ) using contacts, array(select fiches_deplacees.contact_id from fiches_deplacees);
end
$$;
