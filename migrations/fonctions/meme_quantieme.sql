-- Whether two days of the month lie within four of each other: 28 to 31 are one, and 1 is next to it.
create function meme_quantieme(jour date, autre date) returns boolean
language sql immutable parallel safe
return abs(least(date_part('day', jour), 28) - least(date_part('day', autre), 28)) not between 5 and 23;
