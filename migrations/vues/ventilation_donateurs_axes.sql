-- Donors by code on each axis of the screens, once a code: those of the gifts, and the campaigns' families.
create view ventilation_donateurs_axes as
select axe, annee, code, donateurs, nouveaux
from ventilation_donateurs_a_jour
where axe <> 'famille'
union all
select 'famille', annee, famille, 0, nouveaux
from familles_des_codes
union all
select 'famille', annee, famille, donateurs, 0
from familles_des_donateurs;
