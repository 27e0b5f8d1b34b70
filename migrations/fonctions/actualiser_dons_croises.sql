-- Puts the gifts of these contacts beside their facts again, of all who count as one person or of none of them; and of
-- other donors the gifts of the years in which faits_ecarts or dons_ecarts have something else of what stands there. They are
-- sought one by one: no join of many rows knows how few years of a donor are asked for.
create procedure actualiser_dons_croises(contacts text[])
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
set enable_memoize = off
as $$
declare
  actuelle constant integer := (select generation from faits_publies);
  donateurs text[];
  annees smallint[];
begin
  select array_agg(contact_id), array_agg(annee)
  into donateurs, annees
  from (
    select contact_id, annee
    from faits_ecarts
    group by 1, 2, tranche_total, segment, date_part('year', dernier_don), recul, departement, profil
    having sum(signe) <> 0
    union
    select contact_canonique(contact_id) collate "C", date_part('year', order_date)::smallint from dons_ecarts
    union
    select contact_id, annee from donateurs_annees where contact_id = any (contacts)
  ) as changees;
  delete from dons_croises where generation = actuelle and contact_id = any (contacts);
  delete from dons_croises
  using unnest(donateurs, annees) as changees (contact_id, annee)
  where generation = actuelle
    and dons_croises.contact_id = changees.contact_id
    and dons_croises.annee = changees.annee;
  execute format(
    'insert into dons_croises select %s, * from (%s) as dons',
    actuelle,
    requete_dons_croises(
      $faits$(
        select faits.*
        from unnest($1, $2) as changees (contact_id, annee)
        join donateurs_annees as faits
          on faits.contact_id = changees.contact_id and faits.annee = changees.annee
      )$faits$,
      $dons$lateral (
        select faits.contact_id, faits.annee, order_date, order_amount, media, origine, campagne, produit
        from (
          select faits.contact_id as contact_brut
          union all
          select contact_id from groupes_contacts where contact_principal = faits.contact_id
        ) as bruts
        join tous_les_dons using (contact_brut)
        where order_date >= make_date(faits.annee, 1, 1) and order_date < make_date(faits.annee + 1, 1, 1)
      )$dons$,
      ''
    )
  ) using donateurs, annees;
end
$$;
