-- Writes at the end of the log that p_contact_id is p_contact_principal (FUSION), leaves it (SEPARATION), or that the two
-- are two people (DISTINCTS, the smaller number first), and brings groupes_contacts or contacts_distincts up to date.
-- The same evenement_id again returns the first event and changes nothing.
--
-- One level only: who has members joins nobody, and nobody joins a member; and both count, or neither. A group that joins
-- another is an event a member, its principal last.
--
-- It runs with the rights of the log's owner, and reads nothing that the service owns: see inscrire_evenement_exclusion().
-- That the contacts exist, and what they gave, is said by the service.
create function inscrire_groupe(
  p_evenement_id         uuid,
  p_contact_id           text,
  p_type                 text,
  p_contact_principal    text,
  p_raison               text,
  p_par                  text,
  p_identite             text,
  p_donations_concernees bigint,
  p_montant_concerne     numeric,
  p_connues              text[]
) returns setof evenements_exclusion
language plpgsql
security definer
set search_path = public, pg_temp
set row_security = off
set enable_seqscan = off
as $$
declare
  evenement evenements_exclusion;
  presente groupes_contacts;
begin
  perform pg_advisory_xact_lock(hashtextextended('evenements_exclusion', 0));

  select * into evenement from evenements_exclusion e where e.evenement_id = p_evenement_id;
  if found then
    return next evenement;
    return;
  end if;

  if p_contact_id = p_contact_principal then
    raise exception 'Le contact % ne peut pas être lui-même et un autre.', p_contact_id using errcode = 'check_violation';
  end if;
  select * into presente from groupes_contacts g where g.contact_id = p_contact_id;
  if p_type = 'FUSION' then
    if presente.contact_principal = p_contact_principal then
      raise exception 'Le contact % est déjà %.', p_contact_id, p_contact_principal using errcode = 'check_violation';
    elsif exists (select from groupes_contacts g where g.contact_id = p_contact_principal) then
      raise exception 'Le contact % compte déjà comme un autre.', p_contact_principal using errcode = 'check_violation';
    elsif exists (select from groupes_contacts g where g.contact_principal = p_contact_id) then
      raise exception 'D’autres contacts comptent comme le contact %.', p_contact_id using errcode = 'check_violation';
    elsif exists (select from donateurs_exclus x where x.contact_id = p_contact_id)
      <> exists (select from donateurs_exclus x where x.contact_id = p_contact_principal)
    then
      raise exception 'Des contacts % et %, l’un est exclu et l’autre non.', p_contact_id, p_contact_principal
        using errcode = 'check_violation';
    end if;
  elsif p_type = 'SEPARATION' then
    if presente.contact_principal is distinct from p_contact_principal then
      raise exception 'Le contact % ne compte pas comme %.', p_contact_id, p_contact_principal
        using errcode = 'check_violation';
    end if;
  elsif p_type is distinct from 'DISTINCTS' then
    raise exception 'Le type d’événement % n’est pas celui d’un groupe.', p_type using errcode = 'check_violation';
  end if;

  evenement.evenement_id := p_evenement_id;
  evenement.contact_id := p_contact_id;
  evenement.contact_principal := p_contact_principal;
  if p_type = 'DISTINCTS' then
    evenement.contact_id := least(p_contact_id collate "C", p_contact_principal);
    evenement.contact_principal := greatest(p_contact_id collate "C", p_contact_principal);
    evenement.connues := array_to_string(coalesce(p_connues, '{}'), ',');
  end if;
  evenement.type := p_type;
  evenement.raison := p_raison;
  evenement.exclu_par := p_par;
  evenement.identite := p_identite;
  evenement.donations_concernees := p_donations_concernees;
  evenement.montant_concerne := p_montant_concerne::numeric(20, 2);
  evenement := enchainer_evenement(evenement);

  if p_type = 'FUSION' then
    insert into groupes_contacts values (p_contact_id, p_contact_principal, evenement.numero)
    on conflict (contact_id) do update
    set contact_principal = excluded.contact_principal, numero = excluded.numero;
  elsif p_type = 'SEPARATION' then
    delete from groupes_contacts g where g.contact_id = p_contact_id;
  else
    insert into contacts_distincts
    values (
      evenement.contact_id, evenement.contact_principal, string_to_array(evenement.connues, ','), evenement.numero
    )
    on conflict (contact_a, contact_b) do update set connues = excluded.connues, numero = excluded.numero;
  end if;

  return next evenement;
end
$$;
