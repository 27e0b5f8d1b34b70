-- nouveaux_anciens_profils with what was decided about donors since.
create view nouveaux_anciens_profils_a_jour as
select annee, profil, sum(nouveaux)::bigint as nouveaux, sum(anciens)::bigint as anciens, sum(montant) as montant
from (
  select annee, profil, nouveaux, anciens, montant from nouveaux_anciens_profils
  union all
  select annee, profil, nouveaux, anciens, montant from nouveaux_anciens_profils_calcul where ensemble = 'changes'
) as parts
group by annee, profil
having sum(nouveaux) <> 0 or sum(anciens) <> 0;
