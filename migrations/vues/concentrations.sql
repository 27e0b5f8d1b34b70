-- What the largest donors of each year gave in it, as published: one donor in a hundred, one in ten, rounded up. Only
-- the bands that hold these are sorted. Not a sum over donors: whoever is excluded since still counts here.
create materialized view concentrations as
with tranches as (
  select
    annee,
    tranche_total,
    sum(sum(nombre)) over (partition by annee order by tranche_total desc) as jusque_la,
    sum(sum(nombre)) over (partition by annee) as donateurs,
    sum(sum(montant)) over (partition by annee) as montant
  from donateurs_groupes
  group by annee, tranche_total
),
annees as (
  select annee, donateurs, montant, max(tranche_total) filter (where jusque_la >= ceil(donateurs / 10)) as tranche
  from tranches
  group by annee, donateurs, montant
)
select
  annee,
  total as montant,
  sum(montant) filter (where rang <= ceil(donateurs / 100)) as centile,
  sum(montant) filter (where rang <= ceil(donateurs / 10)) as decile
from (
  select
    annee,
    donateurs,
    annees.montant as total,
    faits.montant,
    row_number() over (partition by annee order by faits.montant desc) as rang
  from annees
  join donateurs_annees as faits using (annee)
  where not exclu and tranche_total >= tranche
) as rangs
group by annee, total;

create unique index concentrations_cle on concentrations (annee);

comment on materialized view concentrations is 'Concentration de la collecte';
