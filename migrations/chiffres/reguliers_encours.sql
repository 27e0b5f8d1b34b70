-- Series that are known and active, by what is known of them on that day: what it changes of the amounts of their last gifts,
-- by the months to their next date (`prochain`, 0 where it is still to come in this one). Each month begins with all of them,
-- so its rows up to a day are those of that day.
-- nom : Séries de dons, de jour en jour
-- rôle : Pour l’écran Dons réguliers
-- clé : mois, jour, annee, rythme, prochain
-- sommes : montant
select
  ensemble,
  date_part('month', change_le)::smallint as mois,
  date_part('day', change_le)::smallint as jour,
  date_part('year', change_le)::smallint as annee,
  rythme,
  prochain::smallint as prochain,
  sum(change) as montant
from (
  select ensemble, rythme, dernier, least(suivant, dernier + delai_arret(rythme)) as suite, sum(signe * somme) as montant
  from series_comptees
  cross join lateral unnest(jours[4:], montants[4:], jours[5:]) as dons (dernier, somme, suivant)
  where connue_le is not null
  group by 1, 2, 3, 4
) as derniers
cross join lateral (
  select
    debut::date as debut,
    (debut + interval '1 month')::date as fin,
    (rythme - apres % rythme) % rythme as reste,
    case when apres % rythme = 0 then (dernier + apres * interval '1 month')::date end as passe
  from generate_series(date_trunc('month', dernier::timestamp), suite - 1, interval '1 month')
    with ordinality as mois (debut, rang)
  cross join lateral (select rang - 1 as apres) as comptes
) as mois
cross join lateral (
  values (debut, least(passe, suite, fin), reste), (passe, least(suite, fin), rythme)
) as etats (depuis, jusqua, prochain)
cross join lateral (values (depuis, montant), (jusqua, -montant)) as changes (change_le, change)
where depuis >= dernier and depuis < jusqua and change_le < fin
group by 1, 2, 3, 4, 5, 6;
