-- The RFM code of a donor at the horizon, R1F2M3: how long ago the last gift is (R), how many gifts the last 36 months
-- had (F), and what they came to (M); without any, F is 0 and M goes by the last gift. Null without a gift. Only
-- texts are put together: so the planner can take the words in place of a call.
create function code_grille(horizon date, dernier_jour date, dons_36_mois bigint, montant numeric) returns text
language sql immutable parallel safe
return
  case
    when dernier_jour > horizon - interval '12 months' then 'R1'
    when dernier_jour > horizon - interval '24 months' then 'R2'
    when dernier_jour > horizon - interval '36 months' then 'R3'
    else 'R4'
  end
  || case
    when dons_36_mois >= 4 then 'F3'
    when dons_36_mois >= 2 then 'F2'
    when dons_36_mois = 1 then 'F1'
    else 'F0'
  end
  || case
    when montant < 60 then 'M1'
    when montant < 120 then 'M2'
    when montant < 300 then 'M3'
    when montant < 1000 then 'M4'
    when montant >= 1000 then 'M5'
  end;
