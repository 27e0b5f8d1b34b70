-- No trigger calls it where cards lie on several servers: see apres_ecriture().
create function activer_vidage_fiches() returns trigger
language plpgsql
as $$
begin
  return null;
end
$$;
