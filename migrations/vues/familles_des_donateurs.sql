-- The families that donors of a year gave to, once each: by set of codes, and by contact where the set is too long.
create view familles_des_donateurs as
select distinct annee, contact_id, codes, donateurs, coalesce(famille, 'N/A') as famille
from (
  select
    annee,
    contact_id,
    codes,
    donateurs,
    unnest(
      case
        when contact_id = '' then codes
        else (
          select array_append(autres_campagnes, campagne)
          from donateurs_annees as faits
          where faits.contact_id = ensembles.contact_id and faits.annee = ensembles.annee
        )
      end
    ) as code
  from donateurs_campagnes_a_jour as ensembles
) as donnes
left join campagnes_en_vigueur using (code);
