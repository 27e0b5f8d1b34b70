-- Contacts are not merged on several servers.
create function fiche_reunie(contacts text[], principal text)
returns setof donateurs
language plpgsql stable
as $$
begin
end
$$;
