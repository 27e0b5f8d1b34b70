-- Whether two days of the month lie within four of each other: 28 to 31 are one, and 1 is next to it.
create function meme_quantieme(jour date, autre date) returns boolean
language sql immutable parallel safe
return (
  with ecart (jours) as (
    select abs(least(extract(day from jour), 28) - least(extract(day from autre), 28))
  )
  select least(jours, 28 - jours) <= 4 from ecart
);
