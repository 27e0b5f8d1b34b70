-- What the accounts have of a year (`mois` is null) or a month by the last word on it, where that is no withdrawal.
create view totaux_en_vigueur as
select annee, mois, montant, saisi_par, identite, saisi_le
from (
  select distinct on (annee, mois) * from totaux_comptables order by annee, mois, numero desc
) as derniers
where montant is not null;
