-- The months of the pace whose one step is of so many days; negative where two steps are, so that one gift may be missing;
-- null where neither is. A year is never missing: December givers would be regular ones. No number of days is of two paces.
create function pas_regulier(ecart integer) returns integer
language sql immutable parallel safe
return case
  when ecart between 25 and 37 then 1
  when ecart between 80 and 102 then 3
  when ecart between 357 and 373 then 12
  when ecart between 50 and 74 then -1
  when ecart between 160 and 204 then -3
end;
