-- The gifts that count now, each with what its donor is in that year: as published, and of the donors merged or separated
-- since as they are now.
create view dons_croises_a_jour as
select * from dons_croises_inchanges
-- one server only {
union all
select * from dons_croises_regroupes
-- }
;
