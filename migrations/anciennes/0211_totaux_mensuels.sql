-- A total of the accounts may be that of a month; a year's own has none (`mois` is null). The last word on each counts.
do $$
begin
  execute format('alter table totaux_comptables owner to %I', current_user);
  -- The service's views go on reading it.
  if to_regrole('dons_service') is not null then
    grant select on totaux_comptables to dons_service;
  end if;
end
$$;

alter table totaux_comptables add column mois smallint check (mois between 1 and 12);
