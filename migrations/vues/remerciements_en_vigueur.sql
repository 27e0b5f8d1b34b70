-- Who was thanked, by the acts that nobody has taken back.
create view remerciements_en_vigueur as
select numero, contact_id, jour, par, ecrit_le
from remerciements as actes
where annule is null and not exists (select from remerciements as reprises where reprises.annule = actes.numero);
