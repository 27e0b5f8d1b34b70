-- A total of the accounts may be withdrawn: a row without an amount, with the reason. The last word on a year counts; rows
-- are added by inscrire_total_comptable() and by nothing else, none is ever changed or removed.
do $$
begin
  execute format('alter table totaux_comptables owner to %I', current_user);
  -- The service's views go on reading it.
  if to_regrole('dons_service') is not null then
    grant select on totaux_comptables to dons_service;
  end if;
end
$$;

alter table totaux_comptables
  alter column montant drop not null,
  add column motif text check (motif <> ''),
  add check ((montant is null) = (motif is not null));
