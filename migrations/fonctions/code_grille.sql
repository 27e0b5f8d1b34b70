-- The RFM code of a donor at the horizon, R1F2M3: how long ago the last gift is (R), how many gifts the last 36 months
-- had (F), and what they came to (M); without any, F is 0 and M goes by the last gift. Null without a gift.
create function code_grille(horizon date, dernier_jour date, dons_36_mois bigint, montant numeric) returns text
language sql immutable parallel safe
return
  'R' || case
    when dernier_jour > horizon - interval '12 months' then 1
    when dernier_jour > horizon - interval '24 months' then 2
    when dernier_jour > horizon - interval '36 months' then 3
    else 4
  end
  || 'F' || case when dons_36_mois >= 4 then 3 when dons_36_mois >= 2 then 2 else dons_36_mois end
  || 'M' || (width_bucket(montant, array[60, 120, 300, 1000]::numeric[]) + 1);
