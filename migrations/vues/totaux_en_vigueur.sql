-- What the accounts have of a year by the last word on it, where that is no withdrawal.
create view totaux_en_vigueur as
select annee, montant, saisi_par, identite, saisi_le
from (
  select distinct on (annee) * from totaux_comptables order by annee, numero desc
) as derniers
where montant is not null;
