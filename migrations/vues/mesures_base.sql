-- What the controls compare of the stored gifts, donors' cards and log, counted anew from all of them: no figure's own
-- view is read here.
create view mesures_base as
with mois as materialized (
  select
    date_part('year', order_date)::integer as annee,
    date_part('month', order_date)::integer as mois,
    count(*) as dons,
    count(*) filter (where order_amount <= 0) as zeros,
    count(*) filter (where order_amount > 0 and exclus.contact_id is not null) as exclus,
    sum(order_amount) filter (where order_amount > 0) as montant,
    sum(order_amount) as montant_en_tout,
    sum(
      empreinte_don(
        cle, id, contact_id, order_date, order_amount, order_id, codemedia_code, campaign_code, origincode_code,
        product_code
      )
    ) as empreintes,
    sum(order_amount) filter (where order_amount > 0 and exclus.contact_id is not null) as montant_exclu,
    coalesce(sum(hashtext(coalesce(contact_principal, contact_id))) filter (where order_amount > 0 and exclus.contact_id is null), 0) as contacts,
    coalesce(
      sum(hashtext(coalesce(contact_principal, contact_id)) % 1000 * order_amount) filter (where order_amount > 0 and exclus.contact_id is null), 0
    ) as contacts_peses
  from donations
  left join contacts_exclus as exclus using (contact_id)
  left join groupes_contacts using (contact_id)
  cross join cle_sommes_dons
  group by 1, 2
)
select 'base.donateurs' as mesure, annee::text as partie, count(*) as valeur
from (
  select date_part('year', order_date)::integer as annee
  from donations
  left join contacts_exclus as exclus using (contact_id)
  left join groupes_contacts using (contact_id)
  where order_amount > 0 and exclus.contact_id is null
  group by 1, coalesce(contact_principal, contact_id)
) as donateurs
group by annee
union all
select 'base.dons', '' as partie, coalesce(sum(dons), 0) as valeur from mois
union all
select 'base.dons_par_annee', annee::text, sum(dons) from mois group by annee
union all
select 'base.montant_par_annee', annee::text, sum(montant_en_tout) from mois group by annee
union all
select 'base.empreinte', annee::text, mod(sum(empreintes), 1e15) from mois group by annee
union all
select 'base.comptes', annee::text, sum(dons - zeros - exclus) from mois group by annee
union all
select 'base.montant', annee::text, sum(coalesce(montant, 0) - coalesce(montant_exclu, 0)) from mois group by annee
union all
select 'base.contacts', annee::text, sum(contacts) from mois group by annee
union all
select 'base.contacts_peses', annee::text, sum(contacts_peses) from mois group by annee
union all
select 'base.comptes_par_mois', mois_ecrit(annee, mois), dons - zeros - exclus from mois
union all
select 'base.montant_par_mois', mois_ecrit(annee, mois),
  coalesce(montant, 0) - coalesce(montant_exclu, 0)
from mois
union all
select 'base.fiches', '', count(*) from donateurs
union all
select 'base.fiches_a_vider', contact_id, 1
from donateurs
where contact_id in (select contact_id from contacts_anonymises)
union all
select 'base.fiches_vides', contact_id, 1
from donateurs
where contact_id in (select contact_id from contacts_anonymises)
  and num_nonnulls(firstname, lastname, city, zip, email, phone, birthdate, civility, is_company) = 0
union all
select 'journal.exclus', contact_id, 1 from donateurs_exclus
union all
select 'journal.exclus_recalcules', contact_id, 1 from donateurs_exclus_recalcules
union all
select 'journal.reunis', contact_id, numero from groupes_contacts
union all
select 'journal.reunis_recalcules', contact_id, numero from groupes_contacts_recalcules;
