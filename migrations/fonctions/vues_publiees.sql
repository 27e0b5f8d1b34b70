-- The views whose rows publications keep: the materialized ones and the breakdown by code, all that screens read but the
-- breakdown by day, which has a row for each code and day, the crossings, and what other figures alone are computed from.
create function vues_publiees() returns text[]
language sql stable
as $$
  select array(
    select regexp_replace(relname, '_entier$', '')
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'm'
    except
    values ('croisements'), ('departements_par_jour'), ('departements_par_mois'), ('donateurs_campagnes'), ('donateurs_groupes'), ('dons_montants'), ('reguliers_encours'), ('reguliers_fins'), ('totaux_annuels')
    union all
    values ('ventilation_donateurs'), ('ventilation_mois')
    order by 1
  )
$$;
