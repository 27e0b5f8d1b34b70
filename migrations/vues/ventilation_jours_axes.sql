-- Gifts by code and day on each axis of the screens: those of the gifts, and the campaigns' families.
create view ventilation_jours_axes as
select axe, jour, code, nombre, montant
from ventilation_jours_a_jour
where axe <> 'famille'
union all
select 'famille', jour, coalesce(famille, 'N/A'), nombre, montant
from ventilation_jours_a_jour
left join campagnes_en_vigueur using (code)
where axe = 'campagne';
