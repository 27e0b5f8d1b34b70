-- The number of the reckoning that makes facts, series and gifts beside them (service/publication/calcul/): another one
-- where the same gifts come to something else.
create function definition_des_faits() returns integer
language sql immutable parallel safe
return 2;
