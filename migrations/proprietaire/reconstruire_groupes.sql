-- Makes groupes_contacts and contacts_distincts what the log says, and returns every row that was not, as it was
-- (`contact_trouve`) and as it is now (`contact_attendu`): see reconstruire_donateurs_exclus().
create function reconstruire_groupes()
returns table (contact_id text, contact_trouve text, contact_attendu text)
language plpgsql
security definer
set search_path = public, pg_temp
set row_security = off
as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtextextended('evenements_exclusion', 0));

  return query
    select coalesce(g.contact_id, r.contact_id), g.contact_principal, r.contact_principal
    from groupes_contacts g
    full join groupes_contacts_recalcules r on r.contact_id = g.contact_id
    where (g.contact_principal, g.numero) is distinct from (r.contact_principal, r.numero)
    order by 1;
  if found then
    delete from groupes_contacts;
    insert into groupes_contacts select r.contact_id, r.contact_principal, r.numero from groupes_contacts_recalcules r;
    update donateurs_exclus_version set version = version + 1;
  end if;

  return query
    select
      coalesce(d.contact_a, r.contact_a),
      case when d.contact_b is not null then 'distinct de ' || d.contact_b end,
      case when r.contact_b is not null then 'distinct de ' || r.contact_b end
    from contacts_distincts d
    full join contacts_distincts_recalcules r on r.contact_a = d.contact_a and r.contact_b = d.contact_b
    where (d.connues, d.numero) is distinct from (r.connues, r.numero)
    order by 1;
  if found then
    delete from contacts_distincts;
    insert into contacts_distincts select r.contact_a, r.contact_b, r.connues, r.numero from contacts_distincts_recalcules r;
  end if;
end
$$;
