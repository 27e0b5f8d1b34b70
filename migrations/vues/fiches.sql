-- The card of each person, by the number that it counts by: of a group what was said last among the cards of its contacts. A
-- contact that counts as another has its own cells here. Nothing is stored: a separation brings each its own back.
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
  select unie.*
  from (
    -- Of most contacts nothing more is asked.
    select case
      when cartes.contact_id in (select contact_principal from groupes_contacts) then array(
        select cartes.contact_id
        union all
        select groupes.contact_id from groupes_contacts as groupes where groupes.contact_principal = cartes.contact_id
      )
    end as contacts
  ) as groupe
  -- With a name as its argument, the function becomes part of the question that reads this view.
  cross join lateral fiche_reunie(groupe.contacts, cartes.contact_id) as unie
) as reunies on true;
