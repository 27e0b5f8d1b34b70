-- Gifts by code and day on each axis of the screens, as ventilation_mois_axes has them by month.
create view ventilation_jours_axes as
select axe, jour, code, nombre, montant
from ventilation_jours
union all
select axe, jour, code, nombre, montant
from decides_depuis(null::ventilation_jours_calcul)
union all
select 'famille', jour, coalesce(famille, 'N/A'), nombre, montant
from ventilation_jours
left join campagnes_en_vigueur using (code)
where axe = 'campagne'
union all
select 'famille', jour, coalesce(famille, 'N/A'), nombre, montant
from decides_depuis(null::ventilation_jours_calcul)
left join campagnes_en_vigueur using (code)
where axe = 'campagne';
