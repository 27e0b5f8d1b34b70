-- The gifts up to the day of arret_a_date in the year before the running one, and up to the horizon those of the running year
-- that its facts do not tell: each with the fact of its donor, who counts (`publies`) or counts since (`changes`).
create view dons_a_date as
select 'publies' as ensemble, 1 as signe, * from dons_a_date_publies
union all
select 'changes', * from dons_a_date_decides
union all
select * from dons_a_date_en_cours
-- one server only {
union all
select 'changes', * from dons_a_date_regroupes
-- }
;
