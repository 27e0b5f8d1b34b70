-- What the card of a person says that these contacts are, under the number of one of them: field by field what was said last,
-- and an empty cell says nothing. Of cells said on one day those of the number that gave last hold, then the principal's. No row
-- of no contacts. The owner's: see decides_depuis.
create function fiche_reunie(contacts text[], principal text)
returns table (
  firstname text, lastname text, city text, zip text, email text, phone text, birthdate text, civility text,
  is_company boolean
)
language sql stable
begin atomic
  select
    (array_agg(firstname order by dit_firstname desc nulls last, dernier_jour desc nulls last, rang) filter (where btrim(firstname) <> ''))[1],
    (array_agg(lastname order by dit_lastname desc nulls last, dernier_jour desc nulls last, rang) filter (where btrim(lastname) <> ''))[1],
    (array_agg(city order by dit_city desc nulls last, dernier_jour desc nulls last, rang) filter (where btrim(city) <> ''))[1],
    (array_agg(zip order by dit_zip desc nulls last, dernier_jour desc nulls last, rang) filter (where btrim(zip) <> ''))[1],
    (array_agg(email order by dit_email desc nulls last, dernier_jour desc nulls last, rang) filter (where btrim(email) <> ''))[1],
    (array_agg(phone order by dit_phone desc nulls last, dernier_jour desc nulls last, rang) filter (where btrim(phone) <> ''))[1],
    (array_agg(birthdate order by dit_birthdate desc nulls last, dernier_jour desc nulls last, rang) filter (where btrim(birthdate) <> ''))[1],
    (array_agg(civility order by dit_civility desc nulls last, dernier_jour desc nulls last, rang) filter (where btrim(civility) <> ''))[1],
    (array_agg(is_company order by dit_lastname desc nulls last, dernier_jour desc nulls last, rang) filter (where is_company is not null))[1]
  from (
    select
      siennes.*,
      coalesce(dites.firstname, jours.jour) as dit_firstname,
      coalesce(dites.lastname, jours.jour) as dit_lastname,
      coalesce(dites.city, jours.jour) as dit_city,
      coalesce(dites.zip, jours.jour) as dit_zip,
      coalesce(dites.email, jours.jour) as dit_email,
      coalesce(dites.phone, jours.jour) as dit_phone,
      coalesce(dites.birthdate, jours.jour) as dit_birthdate,
      coalesce(dites.civility, jours.jour) as dit_civility,
      (
        select max(order_date) from donations where donations.contact_id = siennes.contact_id and order_amount > 0
      ) as dernier_jour,
      array[(siennes.contact_id <> principal)::integer::text, lpad(length(siennes.contact_id)::text, 4, '0'), siennes.contact_id]
        collate "C" as rang
    from donateurs as siennes
    left join fiches_dites as dites on dites.contact_id = siennes.contact_id
    -- Asked once, and not of each card.
    cross join (select (select jour_des_contacts())) as jours (jour)
    where siennes.contact_id = any (contacts)
  ) as siennes
  group by principal;
end;
