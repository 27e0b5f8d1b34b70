-- The condition on gifts that lets through one half of the contacts who are in no group. Two such halves are computed side
-- by side, each by a process of its own, which PostgreSQL does with nothing but calls: it runs no window in parallel. A
-- function of a half says by its cost that it is worth a process.
create function une_moitie_des_contacts(moitie integer) returns text
language sql stable parallel safe
return format('hashtext(contact_brut) & 1 = %s', moitie)
  || case
    when exists (select from groupes_contacts) then ' and contact_brut not in (select contact_id from contacts_groupes)'
    else ''
  end;
