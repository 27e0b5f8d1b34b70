-- The mean duration of each view in its last three completed runs of a kind, whole or not, in seconds.
create view durees_des_vues as
select name, entier, avg(duration) as duration
from (
  select
    name,
    entier,
    duration,
    row_number() over (partition by name, entier order by numero desc) as rang
  from rafraichissement_vues as vues
  join rafraichissements on id = rafraichissement_id
  where vues.status = 'completed' and not inchangee
) durees
where rang <= 3
group by name, entier;
