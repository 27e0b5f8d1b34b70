-- One row a donor and year with a gift: the one pass over the gifts from which nearly every figure comes.
--
-- Gifts are ordered by (order_date, length(id), id), ids byte by byte as `dons` has them. One sort serves all:
-- in it a year's first gift is the one before which comes a gift of another year or none, its last gift the one
-- after which that holds.
create materialized view donateurs_annees as
with dons_ordonnes as (
  select *, lag(annee) over donateur as annee_avant, lead(annee) over donateur as annee_apres
  from dons
  window donateur as (partition by contact_id order by annee, order_date, length(id), id)
)
select
  contact_id,
  annee,
  count(*)::integer as nombre,
  sum(order_amount) as montant,
  count(*) filter (where vfl)::integer as nombre_vfl,
  date_part('month', min(order_date))::smallint as mois,
  min(annee_avant) filter (where annee_avant < annee) as annee_precedente,
  min(annee_apres) filter (where annee_apres > annee) as annee_suivante,
  bool_or(vfl) filter (where annee_avant is distinct from annee) as premier_vfl,
  bool_or(vfl) filter (where annee_apres is distinct from annee) as dernier_vfl,
  min(order_amount) filter (where annee_apres is distinct from annee) as dernier_montant,
  min(codemedia_code) filter (where annee_avant is distinct from annee) as premier_codemedia,
  min(origincode_code) filter (where annee_avant is distinct from annee) as premier_origincode
from dons_ordonnes
group by contact_id, annee;

comment on materialized view donateurs_annees is 'Donateurs par année';
