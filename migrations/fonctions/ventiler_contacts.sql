-- All gifts of contacts, for `ventiler`, with this sign.
create procedure ventiler_contacts(signe integer, contacts text[])
language plpgsql
as $$
begin
  if cardinality(contacts) > 0 then
    call ventiler(
      format(
        $dons$
          select
            %s, order_date, order_amount,
            coalesce(nullif(campaign_code, ''), 'N/A'),
            coalesce(nullif(codemedia_code, ''), 'N/A'),
            coalesce(nullif(origincode_code, ''), 'N/A'),
            coalesce(nullif(product_code, ''), 'N/A')
          from dons_des_contacts
          where contact_brut = any ($1) and order_amount > 0$dons$,
        signe
      ),
      contacts
    );
  end if;
end
$$;
