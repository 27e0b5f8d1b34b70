-- Where several servers hold the gifts nobody counts as another: see service/exclusions/README.md.
create view dons_canoniques as
select * from tous_les_dons;
