-- What the largest donors of each year gave in it, as published: one donor in a hundred, one in ten, rounded up. Donors are
-- counted by the euro; within the euro of the last of them by their facts, unless all gave just that. Not a sum over
-- donors: whoever is excluded since still counts here.
-- rôle : Pour la concentration de l’écran Montants
create materialized view concentrations as
with euros as (
  select
    *,
    (sum(nombre) over (partition by annee))::bigint as donateurs,
    sum(montant) over (partition by annee) as en_tout,
    (sum(nombre) over plus_grands)::bigint - nombre as avant,
    sum(montant) over plus_grands - montant as montant_avant
  from totaux_annuels
  window plus_grands as (partition by annee order by euro desc)
),
paliers as materialized (
  select *, rang - avant as retenus, montant = nombre * euro as rond
  from euros
  cross join unnest(array[100, 10]) as part
  cross join lateral (select (donateurs + part - 1) / part as rang) as rangs
  where avant < rang and rang <= avant + nombre
),
derniers as (
  select annee, part, sum(montant) as montant
  from (
    select
      paliers.annee, part, retenus, faits.montant,
      row_number() over (partition by paliers.annee, part order by faits.montant desc) as place
    from paliers
    join totaux_des_euros(
      null::donateurs_annees,
      array(select annee from paliers where not rond),
      array(select euro from paliers where not rond)
    ) as faits
      on faits.annee = paliers.annee and floor(faits.montant) = euro
    where not rond
  ) as places
  where place <= retenus
  group by annee, part
)
select
  annee,
  max(en_tout) as montant,
  sum(somme) filter (where part = 100) as centile,
  sum(somme) filter (where part = 10) as decile
from (
  select annee, part, en_tout, montant_avant + coalesce(derniers.montant, retenus * euro) as somme
  from paliers
  left join derniers using (annee, part)
) as sommes
group by annee;

create unique index concentrations_cle on concentrations (annee);

comment on materialized view concentrations is 'Concentration de la collecte';
