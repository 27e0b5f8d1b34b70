-- Refuses every update, delete and truncate of a register, also under session_replication_role = replica, but those that
-- migrations/registres.json allows: columns that have no value yet get it, of one the owner takes a part away, and rows are
-- taken off on a condition that enchainer_registre() looks at. Arguments: how the refusal begins, the columns that get their
-- value, whether rows are taken off, and the column that loses a part of its JSON.
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
  if tg_op = 'UPDATE' and tg_argv[3] <> ''
    and to_jsonb(new) - tg_argv[3] = to_jsonb(old) - tg_argv[3]
    and to_jsonb(new) -> tg_argv[3] <> to_jsonb(old) -> tg_argv[3]
    and to_jsonb(new) -> tg_argv[3] <@ (to_jsonb(old) -> tg_argv[3]) then
    return new;
  end if;
  raise exception '% : % refusé.', tg_argv[0], tg_op using errcode = 'insufficient_privilege';
end
$$;
