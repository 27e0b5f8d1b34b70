-- The gift with which a series found in these gifts began, at another amount than the next, which is given twice at least: one
-- that is in no run of its own amount (`suites` is 0), one step before the series' first day, none missing, its day of the month
-- near all of the series (not of a yearly one, which has four gifts without it: else a gift each December becomes one). Of several the latest, then the nearest in amount. Null where there is none.
create function premier_don_autre(
  jours date[], montants numeric[], suites integer[], rythme smallint, dates date[], montant numeric
) returns integer
language sql immutable parallel safe
as $$
  select un
  from generate_subscripts(jours, 1) as un
  where suites[un] = 0
    and montants[un] <> montant
    and pas_regulier(dates[1] - jours[un]) = rythme
    and (rythme < 12 or cardinality(dates) >= 4)
    and (rythme = 12 or not exists (select from unnest(dates) as jour where not meme_quantieme(jours[un], jour)))
  order by jours[un] desc, abs(montants[un] - montant), montants[un]
  limit 1
$$;
