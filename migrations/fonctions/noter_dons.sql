-- Notes all gifts of contacts in dons_ecarts, with this sign.
create procedure noter_dons(signe integer, contacts text[])
language plpgsql
as $$
begin
  if cardinality(contacts) > 0 then
    insert into dons_ecarts
    select
      signe, contact_id, order_date, order_amount,
      coalesce(nullif(campaign_code, ''), 'N/A'),
      coalesce(nullif(codemedia_code, ''), 'N/A'),
      coalesce(nullif(origincode_code, ''), 'N/A'),
      coalesce(nullif(product_code, ''), 'N/A'),
      id,
      coalesce(nullif(campaign_code, ''), product_code, '')
    from dons_des_contacts
    where contact_brut = any (contacts) and order_amount > 0;
  end if;
end
$$;
