-- mouvements with what was decided about donors since.
create view mouvements_a_jour as
select
  annee, recul, sens, revenu,
  sum(donateurs)::bigint as donateurs,
  sum(montant) as montant,
  sum(montant_precedent) as montant_precedent
from (
  select annee, recul, sens, revenu, donateurs, montant, montant_precedent from mouvements
  union all
  select annee, recul, sens, revenu, donateurs, montant, montant_precedent
  from mouvements_calcul
  where ensemble = 'changes'
) as parts
group by annee, recul, sens, revenu
having sum(donateurs) <> 0;
