-- Donors by code of their gifts of a year, on each of the four axes, once a code; `nouveaux`: those whose first gift ever
-- bears it. A code that comes again among the others of a donor counts where it comes first.
create view ventilation_donateurs_calcul as
select ensemble, axe, annee, code, sum(donateurs) as donateurs, sum(nouveaux) as nouveaux
from (
  select ensemble, axe, annee, code, donateurs, nouveaux
  from (
    select
      ensemble,
      annee,
      campagne,
      media,
      origine,
      produit,
      sum(signe) as donateurs,
      coalesce(sum(signe) filter (where annee_precedente is null), 0) as nouveaux
    from faits_comptes
    group by 1, 2, 3, 4, 5, 6
  ) as premiers
  cross join lateral (
    values ('campagne', campagne), ('media', media), ('origine', origine), ('produit', produit)
  ) as codes (axe, code)
  union all
  select ensemble, 'campagne', annee, code, sum(signe), 0
  from (
    select ensemble, signe, annee, autres_campagnes as autres, unnest(autres_campagnes) as code, generate_subscripts(autres_campagnes, 1) as rang
    from faits_comptes
    where autres_campagnes is not null
  ) as autres
  where rang = 1 or array_position(autres, code) = rang
  group by ensemble, annee, code
  union all
  select ensemble, 'media', annee, code, sum(signe), 0
  from (
    select ensemble, signe, annee, autres_medias as autres, unnest(autres_medias) as code, generate_subscripts(autres_medias, 1) as rang
    from faits_comptes
    where autres_medias is not null
  ) as autres
  where rang = 1 or array_position(autres, code) = rang
  group by ensemble, annee, code
  union all
  select ensemble, 'origine', annee, code, sum(signe), 0
  from (
    select ensemble, signe, annee, autres_origines as autres, unnest(autres_origines) as code, generate_subscripts(autres_origines, 1) as rang
    from faits_comptes
    where autres_origines is not null
  ) as autres
  where rang = 1 or array_position(autres, code) = rang
  group by ensemble, annee, code
  union all
  select ensemble, 'produit', annee, code, sum(signe), 0
  from (
    select ensemble, signe, annee, autres_produits as autres, unnest(autres_produits) as code, generate_subscripts(autres_produits, 1) as rang
    from faits_comptes
    where autres_produits is not null
  ) as autres
  where rang = 1 or array_position(autres, code) = rang
  group by ensemble, annee, code
) as parts
group by 1, 2, 3, 4;
