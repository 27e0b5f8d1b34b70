-- Donors by what their whole career shows: the campaign of the first gift ever and of the last, the campaign
-- profile, and the segment of their number of gifts.
-- nom : Parcours et fidélité
-- rôle : Pour les écrans Donateurs et Campagnes, sur toute la carrière
-- clé : premier_vfl, dernier_vfl, profil, segment
-- sommes : nombre
select
  ensemble,
  carriere_vfl as premier_vfl,
  dernier_vfl,
  profil_campagne(cumul_nombre, cumul_vfl) as profil,
  segment_frequence(cumul_nombre) as segment,
  sum(signe) as nombre
from faits_comptes
where annee_suivante is null
group by 1, 2, 3, 4, 5;
