-- What the gifts of the donors merged or separated since the publication come to, from the decision on until the next
-- refresh: like faits_donateurs, series_dons and dons_croises, but whether they are excluded, which may be decided later;
-- and the event of the log up to which that is known. What a publication has taken up stays until the next decision.
create table regroupes_faits (like faits_donateurs);
alter table regroupes_faits drop column exclu;
create table regroupes_series (like series_dons);
alter table regroupes_series drop column exclu;
create table regroupes_dons (like dons_croises);
alter table regroupes_dons drop column exclu;

create table regroupes_calcules (numero bigint not null);
insert into regroupes_calcules values (0);

-- Views of before read the gifts instead.
drop view if exists faits_regroupes, series_des_regroupes, dons_croises_regroupes cascade;
