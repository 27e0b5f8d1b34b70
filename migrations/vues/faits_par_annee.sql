-- The facts that count now by year, as the controls compare them: donors, gifts, which contacts they are of, and what
-- these are.
create view faits_par_annee as
select
  annee,
  sum(signe) as donateurs,
  coalesce(sum(signe) filter (where annee_precedente is null), 0) as nouveaux,
  coalesce(sum(signe) filter (where annee_precedente = annee - 1), 0) as conserves,
  sum(signe * nombre) as dons,
  sum(signe * montant) as montant,
  sum(signe * nombre * hashtext(contact_id)::bigint) as contacts,
  sum(signe * montant * (hashtext(contact_id) % 1000)) as contacts_peses,
  sum(
    signe * nombre * empreinte_donateur(
      departement, profil, tranche_total, segment, recul, date_part('year', dernier_don)::smallint
    )
  ) as places
from faits_comptes
group by annee;
