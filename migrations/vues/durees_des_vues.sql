-- The mean duration of each view in its last three completed runs, in seconds.
create view durees_des_vues as
select name, avg(duration) as duration
from (
  select name, duration, row_number() over (partition by name order by numero desc) as rang
  from rafraichissement_vues as vues
  join rafraichissements on id = rafraichissement_id
  where vues.status = 'completed'
) durees
where rang <= 3
group by name;
