-- Gives the reasons beside decisions « légitime » that rest on something personal, a test word (T1), a domain (T2) or a
-- name (T3, by its MD5), the keys that secret_raisons makes, and takes values away: as versions up to 0.2.0 wrote them,
-- and backups of these bring them back. Nothing else about a decision changes; what has its key stays.
--
-- Decisions are never changed, so their triggers are put aside for that moment: only the owner of the table may.
create procedure recoder_decisions()
language plpgsql
set search_path = public, pg_temp
as $$
declare
  declencheur name;
begin
  if not exists (
    select from decisions_legitimes, jsonb_array_elements(connues) as connue
    where connue ->> 'regle' in ('T1', 'T2', 'T3') and coalesce(connue ->> 'cle', '') !~ '^[0-9a-f]{64}$'
      or connue -> 'faits' ?| array['mot', 'domaine', 'valeur']
  ) then
    return;
  end if;
  alter table decisions_legitimes disable trigger user;
  update decisions_legitimes
  set connues = (
    select jsonb_agg(
      case
        when jsonb_typeof(connue) <> 'object' then connue
        else connue
          || case
            when connue ->> 'regle' in ('T1', 'T2', 'T3') and coalesce(connue ->> 'cle', '') !~ '^[0-9a-f]{64}$'
            then jsonb_build_object('cle', encode(sha256(externe || sha256(interne || convert_to(
              (connue ->> 'regle') || ':' || length(contact_id) || ':' || contact_id || coalesce(connue ->> 'cle', ''), 'UTF8'))), 'hex'))
            else '{}'
          end
          || case
            when jsonb_typeof(connue -> 'faits') = 'object'
            then jsonb_build_object('faits', (connue -> 'faits') - array['mot', 'domaine', 'valeur'])
            else '{}'
          end
      end
      order by rang
    )
    from jsonb_array_elements(connues) with ordinality as raisons (connue, rang)
    cross join secret_raisons
  );
  for declencheur in
    select tgname from pg_trigger where tgrelid = 'public.decisions_legitimes'::regclass and not tgisinternal
  loop
    execute format('alter table decisions_legitimes enable always trigger %I', declencheur);
  end loop;
end
$$;

call recoder_decisions();
