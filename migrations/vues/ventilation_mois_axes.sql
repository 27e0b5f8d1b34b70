-- Gifts by code and month on each axis of the screens: those of the gifts, and the campaigns' families.
create view ventilation_mois_axes as
select axe, annee, mois, code, nombre, montant
from ventilation_mois_a_jour
where axe <> 'famille'
union all
select 'famille', annee, mois, coalesce(famille, 'N/A'), nombre, montant
from ventilation_mois_a_jour
left join campagnes_en_vigueur using (code)
where axe = 'campagne';
