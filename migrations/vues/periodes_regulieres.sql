-- From when to when each donor is a regular one: as long as one series is active. `arret` is the first day on which none is.
create view periodes_regulieres as
select ensemble, signe, contact_id, min(premier) as debut, max(arret) as arret
from (
  select *, count(*) filter (where premier > arret_avant) over (partition by ensemble, signe, contact_id order by premier, arret) as rang
  from (
    select
      ensemble, signe, contact_id, premier, arret,
      max(arret) over (
        partition by ensemble, signe, contact_id order by premier, arret rows between unbounded preceding and 1 preceding
      ) as arret_avant
    from series_comptees
    where connue_le is not null
  ) as suivies
) as rangees
group by ensemble, signe, contact_id, rang;
