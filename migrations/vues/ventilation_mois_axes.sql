-- Gifts by code and month on each axis of the screens, those of the gifts and the campaigns' families: what is published and
-- what was decided since, a row each, as a hundred thousand codes are summed once by who asks.
create view ventilation_mois_axes as
select axe, annee, mois, code, nombre, montant
from ventilation_mois
union all
select axe, annee, mois, code, nombre, montant
from decides_depuis(null::ventilation_mois_calcul)
union all
select 'famille', annee, mois, coalesce(famille, 'N/A'), nombre, montant
from ventilation_mois
left join campagnes_en_vigueur using (code)
where axe = 'campagne'
union all
select 'famille', annee, mois, coalesce(famille, 'N/A'), nombre, montant
from decides_depuis(null::ventilation_mois_calcul)
left join campagnes_en_vigueur using (code)
where axe = 'campagne';
