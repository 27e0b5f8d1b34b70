-- The query that finds the series of all contacts of a `source` like dons_des_contacts, or of those that `filtre` (a
-- condition on it) lets through: one sorted pass, which leaves to trouver_series the few in whose gifts two steps of one
-- pace follow each other, over one gift at the most that does not fit. The windows hand each contact's gifts on by amount,
-- then by day: to sort them again would cost as much as all else.
create function requete_series(source text, filtre text) returns text
language sql immutable parallel safe
return format($requete$
  with candidats as materialized (
    select
      contact_id,
      array_agg(order_date) as jours,
      array_agg(order_amount) as montants
    from (
      select *, lead(un_pas) over meme_montant as pas_suivant, lead(deux_pas, 2) over meme_montant as pas_d_apres
      from (
        select
          *,
          lag(order_date) over meme_montant as avant,
          lag(order_date, 2) over meme_montant as bien_avant,
          abs(pas_regulier(order_date - lag(order_date) over meme_montant)) as un_pas,
          abs(pas_regulier(order_date - lag(order_date, 2) over meme_montant)) as deux_pas
        from (
          select distinct on (contact_id, order_amount, order_date) contact_id, order_amount, order_date
          from %s
          where order_amount > 0 and %s
          order by contact_id, order_amount, order_date
        ) as jours
        window meme_montant as (partition by contact_id, order_amount order by order_date)
      ) as pas
      window meme_montant as (partition by contact_id, order_amount order by order_date)
    ) as pas_suivis
    group by contact_id
    having bool_or(
      un_pas in (pas_suivant, pas_d_apres) and (un_pas = 12 or meme_quantieme(avant, order_date))
      or deux_pas in (pas_suivant, pas_d_apres) and (deux_pas = 12 or meme_quantieme(bien_avant, order_date))
    )
  )
  select
    rythme,
    exists (select 1 from contacts_exclus where contacts_exclus.contact_id = candidats.contact_id),
    dates[1],
    dates[4],
    dates[cardinality(dates)] + delai_arret(rythme),
    contact_id,
    sommes[cardinality(sommes)],
    dates,
    sommes
  from candidats
  cross join trouver_series(jours, montants)
$requete$, source, filtre);
