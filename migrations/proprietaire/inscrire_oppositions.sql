-- Writes that these contacts and addresses must not be written to, or may be again (`p_levee`), of those of which the last
-- word is another, and returns how many these are.
--
-- It runs with the rights of the log's owner, and reads nothing that the service owns: see
-- inscrire_evenement_exclusion().
create function inscrire_oppositions(
  p_levee    boolean,
  p_nature   text,
  p_contacts text[],
  p_adresses bytea[],
  p_jour     date,
  p_raison   text,
  p_par      text
) returns bigint
language plpgsql
security definer
set search_path = public, pg_temp
set row_security = off
as $$
declare
  inscrites bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('oppositions_actes', 0));
  insert into oppositions_actes (levee, nature, contact_id, adresse, jour, raison, par)
  select p_levee, p_nature, o.contact_id, o.adresse, p_jour, p_raison, p_par
  from (
    select c.contact_id, null::bytea as adresse, (
      select d.levee
      from oppositions_actes d
      where d.contact_id = c.contact_id and d.nature = p_nature
      order by d.numero desc
      limit 1
    ) as levee
    from (select distinct unnest(p_contacts) as contact_id) c
    union all
    select null, a.adresse, (
      select d.levee
      from oppositions_actes d
      where d.contact_id is null and d.adresse = a.adresse and d.nature = p_nature
      order by d.numero desc
      limit 1
    )
    from (select distinct unnest(p_adresses) as adresse) a
  ) as o
  where p_levee <> coalesce(o.levee, true)
  order by length(o.contact_id), convert_to(o.contact_id, 'UTF8'), o.adresse;
  get diagnostics inscrites = row_count;
  return inscrites;
end
$$;
