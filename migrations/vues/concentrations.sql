-- What the largest donors of each year gave in it, as published: one donor in a hundred, one in ten, rounded up. Donors are
-- counted by the euro, and by the cent in the two euros within which these ranks are. Not a sum over donors: whoever is
-- excluded since still counts here.
create materialized view concentrations as
with totaux as not materialized (
  select annee, floor(euros) as euro, euros, nombre from totaux_annuels_entier
  union all
  select annee, floor(euros), euros, nombre from totaux_annuels_ecarts
),
entiers as (
  select
    *,
    case
      when ceil(donateurs / 100) between avant and avant + nombre or ceil(donateurs / 10) between avant and avant + nombre
      then 'cent'
      else 'euro'
    end as grain
  from (
    select
      annee,
      euro,
      sum(nombre) as nombre,
      sum(nombre * euros) as montant,
      sum(sum(nombre)) over (partition by annee order by euro desc) - sum(nombre) as avant,
      sum(sum(nombre)) over (partition by annee) as donateurs
    from totaux
    group by annee, euro
  ) as comptes
),
paliers as (
  select annee, donateurs, montant as euros, 1 as nombre, avant
  from entiers
  where grain = 'euro' and nombre > 0
  union all
  select
    annee,
    donateurs,
    euros,
    sum(totaux.nombre),
    avant + sum(sum(totaux.nombre)) over (partition by annee, avant order by euros desc) - sum(totaux.nombre)
  from entiers
  join totaux using (annee, euro)
  where grain = 'cent'
  group by annee, donateurs, avant, euros
)
select
  annee,
  sum(nombre * euros) as montant,
  sum(euros * greatest(0, least(nombre, ceil(donateurs / 100) - avant))) as centile,
  sum(euros * greatest(0, least(nombre, ceil(donateurs / 10) - avant))) as decile
from paliers
group by annee
having sum(nombre) > 0;

create unique index concentrations_cle on concentrations (annee);

comment on materialized view concentrations is 'Concentration de la collecte';
