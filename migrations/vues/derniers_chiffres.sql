-- What the figures that screens read were computed from, and when; no row before the first refresh.
create view derniers_chiffres as
select commence_le, calcule_le, imports, evenement, campagne_vfl_motif, vues, numero,
  coalesce(exclus_version, 0) as exclus_version
from rafraichissements
where status = 'completed'
order by numero desc
limit 1;
