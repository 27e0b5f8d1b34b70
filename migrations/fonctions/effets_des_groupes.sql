-- What the same causes changed of each year of the groups that they touch: merged, separated, decided on, or given to by an
-- import that was measured. Each group is told as it was before the cause and as it was after it: whom it was of, who of them
-- counted, and the gifts of then.
create function effets_des_groupes(causes publications_causes[], depuis bigint) returns setof publications_effets
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
begin
  return query
  with dites as materialized (
    select * from unnest(causes)
  ),
  regroupes as materialized (
    select contact_id, avant from regroupes_a_publier(depuis)
  ),
  evenements as materialized (
    select rang, evenements_exclusion.*
    from dites
    join evenements_exclusion on evenements_exclusion.numero = dites.evenement
    where contact_id in (select regroupes.contact_id from regroupes)
  ),
  groupes_alors as materialized (
    select contact_id, principal, de, lead(de, 1, 2147483647) over (partition by contact_id order by de) as a
    from (
      select contact_id, avant as principal, 0 as de from regroupes
      union all
      select contact_id, case type when 'FUSION' then contact_principal else contact_id end, rang
      from evenements
      where type in ('FUSION', 'SEPARATION')
    ) as debuts
  ),
  exclus_alors as materialized (
    select contact_id, exclu, de, lead(de, 1, 2147483647) over (partition by contact_id order by de) as a
    from (
      select
        contact_id,
        coalesce(
          (
            select type = 'EXCLUSION'
            from evenements_exclusion as anciens
            where anciens.contact_id = regroupes.contact_id
              and numero <= depuis
              and type in ('EXCLUSION', 'REINTEGRATION')
            order by numero desc
            limit 1
          ),
          false
        ) as exclu,
        0 as de
      from regroupes
      union all
      select contact_id, type = 'EXCLUSION', rang
      from evenements
      where type in ('EXCLUSION', 'REINTEGRATION')
    ) as debuts
  ),
  imports_regroupes as materialized (
    select
      rang,
      mesure,
      journal.contact_id,
      date_part('year', order_date)::smallint as annee,
      sum(signe) as dons,
      sum(signe * order_amount) as montant
    from dites
    join imports_a_publier using (fichier_id)
    join journal_dons as journal using (version)
    where order_amount > 0 and journal.contact_id in (select regroupes.contact_id from regroupes)
    group by 1, 2, 3, 4
  ),
  dons_regroupes as materialized (
    select contact_id, annee, sum(dons) as dons, sum(montant) as montant
    from (
      select donations.contact_id, date_part('year', order_date)::smallint as annee, 1 as dons, order_amount as montant
      from donations
      where donations.contact_id = any (array(select regroupes.contact_id from regroupes)) and order_amount > 0
      union all
      select contact_id, annee, 0, 0 from imports_regroupes
    ) as presents
    group by contact_id, annee
  ),
  touches as (
    select rang, principal
    from evenements
    join groupes_alors using (contact_id)
    where rang between de and a
    union
    select rang, principal
    from imports_regroupes
    join groupes_alors using (contact_id)
    where mesure and rang between de and a
  ),
  comptes_alors as (
    select
      rang, annee, sens,
      sum(alors.dons) as dons,
      sum(alors.montant) as montant,
      (sum(alors.dons) > 0)::integer as donateurs
    from touches
    cross join (values (-1, 1), (1, 0)) as moments (sens, depuis_rang)
    join groupes_alors as membres
      on membres.principal = touches.principal and rang - depuis_rang >= membres.de and rang - depuis_rang < membres.a
    join exclus_alors as etats
      on etats.contact_id = membres.contact_id and rang - depuis_rang >= etats.de and rang - depuis_rang < etats.a
    join dons_regroupes on dons_regroupes.contact_id = membres.contact_id
    cross join lateral (
      select
        dons_regroupes.dons - coalesce(sum(suivants.dons), 0) as dons,
        dons_regroupes.montant - coalesce(sum(suivants.montant), 0) as montant
      from imports_regroupes as suivants
      where suivants.contact_id = membres.contact_id
        and suivants.annee = dons_regroupes.annee
        and suivants.rang > touches.rang - depuis_rang
    ) as alors
    where not exclu
    group by rang, touches.principal, annee, sens
  )
  select null::bigint, rang, annee, sum(sens * dons)::bigint, sum(sens * montant), sum(sens * donateurs)::bigint
  from comptes_alors
  group by rang, annee;
end
$$;
