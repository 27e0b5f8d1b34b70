-- What the largest donors of each year gave in it, as published: one donor in a hundred, one in ten, rounded up. Not a sum
-- over donors: whoever is excluded since still counts here.
create materialized view concentrations as
select
  annee,
  sum(nombre * euros) as montant,
  sum(euros * greatest(0, least(nombre, ceil(donateurs / 100) - avant))) as centile,
  sum(euros * greatest(0, least(nombre, ceil(donateurs / 10) - avant))) as decile
from (
  select
    annee,
    euros,
    nombre,
    sum(nombre) over (partition by annee order by euros desc) - nombre as avant,
    sum(nombre) over (partition by annee) as donateurs
  from totaux_annuels
) as cumules
group by annee;

create unique index concentrations_cle on concentrations (annee);

comment on materialized view concentrations is 'Concentration de la collecte';
