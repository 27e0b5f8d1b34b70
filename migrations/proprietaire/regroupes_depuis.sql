-- The contacts who count as others, or others as them, otherwise than after event `depuis` of the log, with all who count
-- as the same people now: whom each counted as then (`avant`) and counts as now. Its questions are planned once a session,
-- not again with each view that asks, and nearly always only the first is asked. The owner's: see decides_depuis.
create function regroupes_depuis(depuis bigint) returns table (contact_id text, avant text, present text)
language plpgsql stable rows 10
as $$
#variable_conflict use_column
begin
  if exists (
    select from public.evenements_exclusion where numero > depuis and type in ('FUSION', 'SEPARATION')
  ) then
    return query
    with nommes as materialized (
      select pg_catalog.array_agg(contact) as contacts
      from public.evenements_exclusion as evenements
      cross join lateral (values (evenements.contact_id), (contact_principal)) as noms (contact)
      where numero > depuis and type in ('FUSION', 'SEPARATION')
    ),
    tous as materialized (
      select membre
      from nommes
      cross join pg_catalog.unnest(public.membres_des_groupes(contacts)) as membre
      where contacts is not null
    )
    select
      membre,
      coalesce(
        (
          select case type when 'FUSION' then contact_principal end
          from public.evenements_exclusion as evenements
          where evenements.contact_id = membre and numero <= depuis and type in ('FUSION', 'SEPARATION')
          order by numero desc
          limit 1
        ),
        membre
      ),
      coalesce(contact_principal, membre)
    from tous
    left join public.groupes_contacts as groupes on groupes.contact_id = membre;
  end if;
end
$$;
