-- The dictionary: what was last said of each code, where that is anything.
create view campagnes_en_vigueur as
select code, nom, famille, exercice, cout, envois, debut, fin, saisi_par, identite, saisi_le
from (select distinct on (code) * from campagnes_versions order by code, numero desc) as dernieres
where num_nonnulls(nom, famille, exercice, cout, envois, debut, fin) > 0;
