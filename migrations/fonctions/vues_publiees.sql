-- The views whose rows publications keep: the materialized ones and the breakdown by code, all that screens read but the
-- breakdown by day, which has a row for each code and day, and what other figures alone are computed from.
create function vues_publiees() returns text[]
language sql stable
as $$
  select array(
    select chiffre
    from pg_class
    cross join lateral (select regexp_replace(relname, '_entier$', '') as chiffre) as chiffres
    where relnamespace = 'public'::regnamespace
      and (
        relkind = 'm' and chiffre <> all (array[
          'croisements', 'departements_par_jour', 'departements_par_mois', 'donateurs_campagnes', 'donateurs_groupes', 'dons_montants', 'reguliers_encours', 'reguliers_fins', 'totaux_annuels'
        ])
        or chiffre = any (array['ventilation_donateurs', 'ventilation_mois'])
      )
    order by chiffre
  )
$$;
