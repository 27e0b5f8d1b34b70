-- The band of an amount: 0 below 20 euros, 1 from 20 to below 50, …, 8 from 5000 up.
create function tranche_montant(montant numeric) returns smallint
language sql immutable parallel safe
return width_bucket(montant, array[20, 50, 100, 200, 500, 1000, 2000, 5000]::numeric[])::smallint;
