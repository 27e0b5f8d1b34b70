-- The card of each person, by the number that it counts by: of a group, field by field, what was said last among the cards
-- of its contacts, and an empty cell says nothing. Of cells said on one day those of the number that gave last hold, then the
-- principal's. A contact that counts as another has its own cells here. Nothing is stored: a separation brings each its own back.
create view fiches as
select
  cartes.contact_id,
  coalesce(reunies.firstname, cartes.firstname) as firstname,
  coalesce(reunies.lastname, cartes.lastname) as lastname,
  coalesce(reunies.city, cartes.city) as city,
  coalesce(reunies.zip, cartes.zip) as zip,
  coalesce(reunies.email, cartes.email) as email,
  coalesce(reunies.phone, cartes.phone) as phone,
  coalesce(reunies.birthdate, cartes.birthdate) as birthdate,
  coalesce(reunies.civility, cartes.civility) as civility,
  coalesce(reunies.is_company, cartes.is_company) as is_company
from donateurs as cartes
left join lateral (
  select
    groupe,
    (array_agg(firstname order by dit_firstname desc nulls last, dernier_jour desc nulls last, rang) filter (where btrim(firstname) <> ''))[1] as firstname,
    (array_agg(lastname order by dit_lastname desc nulls last, dernier_jour desc nulls last, rang) filter (where btrim(lastname) <> ''))[1] as lastname,
    (array_agg(city order by dit_city desc nulls last, dernier_jour desc nulls last, rang) filter (where btrim(city) <> ''))[1] as city,
    (array_agg(zip order by dit_zip desc nulls last, dernier_jour desc nulls last, rang) filter (where btrim(zip) <> ''))[1] as zip,
    (array_agg(email order by dit_email desc nulls last, dernier_jour desc nulls last, rang) filter (where btrim(email) <> ''))[1] as email,
    (array_agg(phone order by dit_phone desc nulls last, dernier_jour desc nulls last, rang) filter (where btrim(phone) <> ''))[1] as phone,
    (array_agg(birthdate order by dit_birthdate desc nulls last, dernier_jour desc nulls last, rang) filter (where btrim(birthdate) <> ''))[1] as birthdate,
    (array_agg(civility order by dit_civility desc nulls last, dernier_jour desc nulls last, rang) filter (where btrim(civility) <> ''))[1] as civility,
    (array_agg(is_company order by dit_lastname desc nulls last, dernier_jour desc nulls last, rang) filter (where is_company is not null))[1]
      as is_company
  from (
    select
      groupes.contact_principal as groupe,
      siennes.*,
      coalesce(dites.firstname, contacts.jour) as dit_firstname,
      coalesce(dites.lastname, contacts.jour) as dit_lastname,
      coalesce(dites.city, contacts.jour) as dit_city,
      coalesce(dites.zip, contacts.jour) as dit_zip,
      coalesce(dites.email, contacts.jour) as dit_email,
      coalesce(dites.phone, contacts.jour) as dit_phone,
      coalesce(dites.birthdate, contacts.jour) as dit_birthdate,
      coalesce(dites.civility, contacts.jour) as dit_civility,
      (
        select max(order_date) from donations where donations.contact_id = siennes.contact_id and order_amount > 0
      ) as dernier_jour,
      array[
        (siennes.contact_id <> groupes.contact_principal)::integer::text,
        lpad(length(siennes.contact_id)::text, 4, '0'),
        siennes.contact_id
      ] collate "C" as rang
    from groupes_contacts as groupes
    join donateurs as siennes on siennes.contact_id = any (array[groupes.contact_id, groupes.contact_principal])
    left join fiches_dites as dites on dites.contact_id = siennes.contact_id
    cross join jour_des_contacts as contacts
    -- Of most contacts nothing more is asked.
    where groupes.contact_principal = case
      when cartes.contact_id in (select contact_principal from groupes_contacts) then cartes.contact_id
    end
  ) as siennes
  group by groupe
) as reunies on true;
