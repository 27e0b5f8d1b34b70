-- The years with at least one gift, and the largest gift of each, as they are now: a probe or two of
-- donations_par_montant a year.
create view annees_des_dons as
with recursive annees (annee) as (
  select (max(cle_donation(order_date, order_amount)) / 1e14::bigint)::int
  from donations
  union all
  select (
    select (max(cle_donation(order_date, order_amount)) / 1e14::bigint)::int
    from donations
    where cle_donation(order_date, order_amount) < annee * 1e14::bigint
  )
  from annees
  where annee is not null
)
select annee, plus_grand.order_amount as montant_max
from annees
cross join lateral (
  select order_amount
  from donations
  where cle_donation(order_date, order_amount) > annee * 1e14::bigint
    and cle_donation(order_date, order_amount) < (annee + 1) * 1e14::bigint
    and not exists (
      select 1 from contacts_exclus where contacts_exclus.contact_id = donations.contact_id
    )
  order by cle_donation(order_date, order_amount) desc
  limit 1
) plus_grand;
