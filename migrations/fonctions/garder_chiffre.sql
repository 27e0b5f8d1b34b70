-- Tells the publication that no row of a figure is another one.
create procedure garder_chiffre(nom text)
language plpgsql
as $$
begin
  if to_regclass('pg_temp.lignes_suivies') is null then
    create temporary table lignes_suivies (vue text not null, signe integer not null, ligne text) on commit drop;
  end if;
  insert into lignes_suivies values (nom, 0, null);
end
$$;
