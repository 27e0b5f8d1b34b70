-- What the servers have of these contacts, read first: gifts lie elsewhere than the cards of their contacts.
create function dons_stockes(contacts text[]) returns text
language sql immutable parallel safe
return format(
  '(with lus as materialized (
    select
      id collate "C" as id, order_amount, order_date, contact_id, codemedia_code, campaign_code, origincode_code, product_code
    from donations
    where contact_id = any (%L)
  )
  %s)',
  contacts,
  requete_dons(
    '(select *, contact_id as contact_brut from lus) as stockes',
    '(select campagne_vfl_motif from parametres)'
  )
);
