-- Adds the donors among contacts to those kept by code, as the facts have them now, or takes them off (`signe` -1).
create procedure ventiler_donateurs(signe integer, contacts text[])
language plpgsql
as $$
begin
  if cardinality(contacts) > 0 then
    insert into ventilation_contacts as gardes
    select axe, annee, code, signe * count(*), signe * sum(nouveau)
    from ventilation_faits
    where contact_id = any (contacts) and not exclu
    group by 1, 2, 3
    on conflict (axe, annee, code) do update
    set donateurs = gardes.donateurs + excluded.donateurs, nouveaux = gardes.nouveaux + excluded.nouveaux;
  end if;
end
$$;
