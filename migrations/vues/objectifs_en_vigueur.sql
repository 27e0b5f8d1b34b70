-- The aims of a year by the last word on each, where that is no withdrawal.
create view objectifs_en_vigueur as
select annee, mesure, famille, valeur, saisi_par, identite, saisi_le
from (
  select distinct on (annee, mesure, famille) * from objectifs order by annee, mesure, famille, numero desc
) as derniers
where valeur is not null;
