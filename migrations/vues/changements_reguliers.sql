-- The days on which a series changes its amount for good, and by how much.
create view changements_reguliers as
select ensemble, signe, contact_id, jours[rang] as jour, montants[rang] - montants[rang - 1] as change
from series_comptees
cross join generate_subscripts(montants, 1) as rang
where connue_le is not null
  and montants[1] || montants[:cardinality(montants) - 1] <> montants
  and montants[rang] <> montants[rang - 1];
