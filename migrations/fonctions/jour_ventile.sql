-- The day under which the breakdown by code keeps a gift: its own, or before `depuis` the first of its month.
create function jour_ventile(jour date, depuis date) returns date
language sql immutable parallel safe
return case when jour >= depuis then jour else jour - date_part('day', jour)::integer + 1 end;
