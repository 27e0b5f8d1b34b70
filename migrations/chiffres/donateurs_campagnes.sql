-- Donors of a year by the campaign codes of their gifts, as a set: of any families of codes they are counted once. Who has too
-- many for a key stands alone, by contact, and has his codes in the facts. Codes are put in order once for all who have the
-- same list.
-- nom : Donateurs par ensemble de campagnes
-- rôle : Pour la ventilation par famille de campagnes
-- clé : annee, contact_id, codes
-- sommes : donateurs
select
  ensemble,
  annee,
  contact_id,
  case
    when autres_campagnes is null then array[campagne]
    when contact_id = '' then codes_distincts(array_append(autres_campagnes, campagne))
    else '{}'
  end as codes,
  sum(donateurs)::bigint as donateurs
from (
  select
    ensemble,
    annee,
    case
      when autres_campagnes is null
        or cardinality(autres_campagnes) <= 100 and poids_codes(autres_campagnes) <= 1000
      then ''
      else contact_id
    end as contact_id,
    campagne,
    autres_campagnes,
    sum(signe) as donateurs
  from faits_comptes
  group by 1, 2, 3, 4, 5
) as listes
group by 1, 2, 3, 4;
