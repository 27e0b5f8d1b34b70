-- Contacts are not merged on several servers.
create function fiche_reunie(contacts text[], principal text)
returns table (
  firstname text, lastname text, city text, zip text, email text, phone text, birthdate text, civility text,
  is_company boolean
)
language plpgsql stable
as $$
begin
end
$$;
