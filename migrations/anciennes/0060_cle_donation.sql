-- The order of the donations list as one number: the year, then the amount in cents.
create function cle_donation(order_date date, order_amount numeric) returns bigint
language sql immutable parallel safe
return date_part('year', order_date)::bigint * 1e14::bigint + (order_amount * 100)::bigint;
