-- The series, as their gifts make them since they were merged or separated, of the donors that contacts_regroupes are.
create view series_des_regroupes as
select
  rythme,
  exists (select from contacts_exclus where contacts_exclus.contact_id = regroupes_series.contact_id) as exclu,
  premier, connue_le, arret, contact_id, montant, jours, montants
from regroupes_series
where contact_id in (select present from contacts_regroupes);
