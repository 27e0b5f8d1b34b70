-- Whether two texts are the same but for one letter, which is another, missing or added, or for two neighbours exchanged.
create function a_une_lettre(un text, autre text) returns boolean
language plpgsql immutable strict parallel safe
as $$
declare
  place integer := 1;
begin
  if un = autre then
    return true;
  end if;
  if abs(length(un) - length(autre)) > 1 then
    return false;
  end if;
  while substr(un, place, 1) = substr(autre, place, 1) loop
    place := place + 1;
  end loop;
  return substr(un, place + (length(un) >= length(autre))::integer)
      = substr(autre, place + (length(autre) >= length(un))::integer)
    or substr(un, place, 2) = reverse(substr(autre, place, 2)) and substr(un, place + 2) = substr(autre, place + 2);
end
$$;
