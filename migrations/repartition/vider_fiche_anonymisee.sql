-- No trigger calls it where cards lie on several servers: see apres_ecriture().
create function vider_fiche_anonymisee() returns trigger
language plpgsql
as $$
begin
  return null;
end
$$;
