-- How many facts a generation has: the coordinator keeps no statistics of what lies on other servers.
create function lignes_des_faits(generation integer) returns real
language plpgsql stable
as $$
begin
  return (select count(*) from faits_donateurs as faits where faits.generation = lignes_des_faits.generation);
end
$$;
