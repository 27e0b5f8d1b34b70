-- Donors by what their whole career shows: the campaign of the first gift ever and of the last, the campaign
-- profile, and the segment of their number of gifts.
create materialized view carrieres as
with donateurs_dons as (
  select
    contact_id,
    sum(nombre) as nombre,
    sum(nombre_vfl) as nombre_vfl,
    bool_or(premier_vfl) filter (where annee_precedente is null) as premier_vfl,
    bool_or(dernier_vfl) filter (where annee_suivante is null) as dernier_vfl
  from donateurs_annees
  group by contact_id
)
select
  premier_vfl,
  dernier_vfl,
  profil_campagne(nombre, nombre_vfl) as profil,
  segment_frequence(nombre) as segment,
  count(*) as nombre
from donateurs_dons
group by 1, 2, 3, 4;

create unique index carrieres_cle on carrieres (premier_vfl, dernier_vfl, profil, segment);

comment on materialized view carrieres is 'Parcours et fidélité';
