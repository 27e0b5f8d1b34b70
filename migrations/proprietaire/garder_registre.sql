-- Refuses every update, delete and truncate of a register, also under session_replication_role = replica, but those that
-- migrations/registres.json allows: columns that have no value yet get it, and rows are taken off on a condition that
-- enchainer_registre() looks at. Arguments: how the refusal begins, these columns, and whether rows are taken off.
create function garder_registre() returns trigger
language plpgsql
as $$
declare
  ouvertes constant text[] := string_to_array(tg_argv[1], ',');
begin
  if tg_op = 'DELETE' and tg_argv[2] <> '' then
    return old;
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) <> to_jsonb(old)
    and to_jsonb(new) - ouvertes = to_jsonb(old) - ouvertes
    and to_jsonb(new) @> jsonb_strip_nulls(to_jsonb(old)) then
    return new;
  end if;
  raise exception '% : % refusé.', tg_argv[0], tg_op using errcode = 'insufficient_privilege';
end
$$;
