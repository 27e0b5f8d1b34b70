-- What rates of loyalty need of the year of the published horizon and of the one before up to a day, by day: the donors of
-- the year before it who gave again, on their first day of the year, by what they were then, with what they had given in
-- that year (`montant_avant`); those who began and those who came back; and the gifts of each of the three. Another year
-- of the horizon is another question: then all is computed whole, see noter_changements.
-- nom : Fidélisation à date, par jour
-- rôle : Pour l’année en cours de l’écran Fidélisation
-- clé : annee, jour
-- sommes : nouveaux_conserves, reactives_conserves, fideles_conserves, nouveaux, reactives, montant_avant, montant_conserves, montant_nouveaux, montant_reactives
with an_passe as (
  select date_part('year', jour)::smallint - 1 as annee from horizon_publie
)
select
  ensemble, annee, jour,
  coalesce(sum(nouveaux_conserves), 0) as nouveaux_conserves,
  coalesce(sum(reactives_conserves), 0) as reactives_conserves,
  coalesce(sum(fideles_conserves), 0) as fideles_conserves,
  coalesce(sum(nouveaux), 0) as nouveaux,
  coalesce(sum(reactives), 0) as reactives,
  coalesce(sum(montant_avant), 0.00) as montant_avant,
  coalesce(sum(montant_conserves), 0.00) as montant_conserves,
  coalesce(sum(montant_nouveaux), 0.00) as montant_nouveaux,
  coalesce(sum(montant_reactives), 0.00) as montant_reactives
from (
  select
    ensemble,
    contact_id,
    annee_suivante as annee,
    premier_jour_suivant as jour,
    case when recul = 0 then signe end as nouveaux_conserves,
    case when recul > 1 then signe end as reactives_conserves,
    case when recul = 1 then signe end as fideles_conserves,
    null::integer as nouveaux,
    null::integer as reactives,
    signe * montant as montant_avant,
    null::numeric as montant_conserves,
    null::numeric as montant_nouveaux,
    null::numeric as montant_reactives
  from faits_comptes
  where annee_suivante = annee + 1
    and annee_suivante - (select annee from an_passe) between 0 and 1
  union all
  select
    ensemble, contact_id, annee, premier_jour, null, null, null,
    case when recul = 0 then signe end,
    case when recul > 1 then signe end,
    null, null, null, null
  from faits_comptes
  where recul <> 1 and annee - (select annee from an_passe) between 0 and 1
  union all
  select
    ensemble, contact_id, annee, order_date, null, null, null, null, null, null,
    case when recul = 1 then signe * cents * 0.01 end,
    case when recul = 0 then signe * cents * 0.01 end,
    case when recul > 1 then signe * cents * 0.01 end
  from dons_des_faits
  where annee - (select annee from an_passe) between 0 and 1
) as parts
group by ensemble, annee, jour;
