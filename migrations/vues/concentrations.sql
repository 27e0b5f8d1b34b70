-- What the largest donors of each year gave in it, as published: one donor in a hundred, one in ten, rounded up. Donors
-- are counted by whole euro, then those of the euro in which such a part ends by amount: no sort of donors. Not a sum over
-- donors: whoever is excluded since still counts here.
create materialized view concentrations as
with euros as (
  select annee, trunc(montant) as euro, count(*) as nombre, sum(montant) as montant
  from donateurs_annees
  where not exclu
  group by 1, 2
),
cumules as (
  select
    annee,
    euro,
    sum(nombre) over plus_grands - nombre as nombre_au_dessus,
    sum(montant) over plus_grands - montant as montant_au_dessus,
    sum(nombre) over plus_grands as jusque_la,
    sum(nombre) over (partition by annee) as donateurs,
    sum(montant) over (partition by annee) as total
  from euros
  window plus_grands as (partition by annee order by euro desc)
),
seuils as (
  select distinct on (annee, diviseur)
    annee,
    diviseur,
    euro,
    total,
    montant_au_dessus,
    ceil(donateurs / diviseur) - nombre_au_dessus as restants
  from cumules
  cross join (values (100), (10)) as parts (diviseur)
  where jusque_la >= ceil(donateurs / diviseur)
  order by annee, diviseur, euro desc
),
montants as (
  select annee, diviseur, total, montant_au_dessus, restants, faits.montant, count(*) as nombre
  from seuils
  join donateurs_annees as faits using (annee)
  where not exclu and trunc(faits.montant) = euro
  group by annee, diviseur, total, montant_au_dessus, restants, faits.montant
),
comptes as (
  select
    annee,
    diviseur,
    total,
    montant_au_dessus,
    montant,
    least(nombre, restants - sum(nombre) over plus_grands + nombre) as nombre
  from montants
  window plus_grands as (partition by annee, diviseur order by montant desc)
)
select
  annee,
  total as montant,
  min(montant_au_dessus) filter (where diviseur = 100)
    + sum(nombre * montant) filter (where diviseur = 100) as centile,
  min(montant_au_dessus) filter (where diviseur = 10)
    + sum(nombre * montant) filter (where diviseur = 10) as decile
from comptes
where nombre > 0
group by annee, total;

create unique index concentrations_cle on concentrations (annee);

comment on materialized view concentrations is 'Concentration de la collecte';
