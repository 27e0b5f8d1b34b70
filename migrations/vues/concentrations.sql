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
    annee,
    euro,
    sum(nombre) as nombre,
    sum(sum(nombre)) over (partition by annee order by euro desc) as jusque_la,
    sum(sum(nombre)) over (partition by annee) as donateurs
  from totaux
  group by annee, euro
),
paliers as (
  select
    annee,
    donateurs,
    sum(totaux.nombre) as nombre,
    sum(totaux.nombre * euros) as montant,
    sum(sum(totaux.nombre)) over (partition by annee order by euro desc, cents desc) - sum(totaux.nombre) as avant
  from entiers
  join totaux using (annee, euro)
  cross join lateral (
    select case
      when ceil(donateurs / 100) between jusque_la - entiers.nombre and jusque_la
        or ceil(donateurs / 10) between jusque_la - entiers.nombre and jusque_la
      then euros
    end as cents
  ) as ou
  group by annee, donateurs, euro, cents
)
select
  annee,
  sum(montant) as montant,
  sum(montant * greatest(0, least(nombre, ceil(donateurs / 100) - avant)) / nombre) as centile,
  sum(montant * greatest(0, least(nombre, ceil(donateurs / 10) - avant)) / nombre) as decile
from paliers
where nombre > 0
group by annee;

create unique index concentrations_cle on concentrations (annee);

comment on materialized view concentrations is 'Concentration de la collecte';
