-- The family of each campaign code of a year, 'N/A' where the dictionary has none.
create view familles_des_codes as
select annee, code, coalesce(famille, 'N/A') as famille, donateurs, nouveaux
from ventilation_donateurs_a_jour
left join campagnes_en_vigueur using (code)
where axe = 'campagne';
