-- Deals the gifts of these contacts out again.
create procedure actualiser_dons_contacts(touches text[])
language plpgsql
as $$
declare
  actuelle constant integer := (select generation from faits_publies);
begin
  delete from dons_contacts where generation = actuelle and contact_id = any (touches);
  insert into dons_contacts
  select
    actuelle, id, order_amount, order_date, contact_id, codemedia_code, campaign_code, origincode_code, product_code
  from donations
  where contact_id = any (touches);
end
$$;
