-- What each of the causes that came since event `depuis` of the log changed of each year by itself.
--
-- A donor's gifts as an event found them are those of now, less what later imports changed, which the journal has. An
-- import counts the donors who were not excluded when it came, nor in the publication before: one that began earlier and
-- ended later than a published decision comes after it.
--
-- Contacts merged or separated since, and groups decided on, are told by the groups that a cause touches, as they were before it and after it:
-- whom they were of, who counted, and the gifts of then.
--
-- Where several servers hold the facts, a function that is read like a table would not see those that its caller's
-- transaction has just written there; a statement of its own does.
create function effets_a_publier(causes publications_causes[], depuis bigint) returns setof publications_effets
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
begin
  return query
  with dites as materialized (
    select * from unnest(causes)
  ),
  stricts as materialized (
    select contact_id, avant from regroupes_depuis(depuis)
  ),
  regroupes as materialized (
    select contact_id, avant from stricts
    union all
    select contact_id, contact_principal
    from contacts_groupes
    where contact_id not in (select stricts.contact_id from stricts)
      and contact_principal in (
        select decides.contact_principal
        from contacts_groupes as decides
        join evenements_exclusion using (contact_id)
        where numero > depuis and type in ('EXCLUSION', 'REINTEGRATION')
      )
  ),
  par_donateur as materialized (
    select
      rang, mesure, effets, imports.evenement, suivis.*,
      suivis.contact_id in (select regroupes.contact_id from regroupes) as regroupe
    from dites
    join imports_a_publier as imports using (fichier_id)
    join effets_par_donateur(false, depuis) as suivis using (version)
  ),
  decisions as (
    select rang, contact_id, case nature when 'EXCLUSION' then -1 else 1 end as sens
    from dites
    join evenements_exclusion on evenements_exclusion.numero = dites.evenement
    where contact_id not in (select regroupes.contact_id from regroupes)
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
  select null::bigint, rang, annee, (sens * sum(dons))::bigint, sens * sum(montant), sens::bigint
  from (
    select rang, sens, annee, nombre as dons, montant
    from decisions
    join donateurs_annees using (contact_id)
    union all
    select decisions.rang, sens, annee, -dons, -montant
    from decisions
    join par_donateur using (contact_id)
    where par_donateur.rang > decisions.rang
  ) as dons_d_alors
  group by rang, sens, annee
  having sum(dons) > 0
  union all
  select null, rang, annee, sum(dons)::bigint, sum(montant), sum(donateurs)::bigint
  from (
    select rang, effets.annee, effets.dons, effets.montant, effets.donateurs
    from dites
    join imports_a_publier using (fichier_id)
    cross join jsonb_to_recordset(effets) as effets (annee smallint, dons bigint, montant numeric, donateurs bigint)
    union all
    select rang, annee, dons, montant, donateurs
    from par_donateur
    where mesure and effets is null and not regroupe
    union all
    select rang, annee, -dons, -montant, -donateurs
    from par_donateur
    where mesure and case
      when regroupe then effets is not null
      else contact_id in (select evenements_exclusion.contact_id from evenements_exclusion) and (
        select type
        from evenements_exclusion
        where evenements_exclusion.contact_id = par_donateur.contact_id
          and type in ('EXCLUSION', 'REINTEGRATION')
          and evenements_exclusion.numero <= greatest(par_donateur.evenement, depuis)
        order by evenements_exclusion.numero desc
        limit 1
      ) = 'EXCLUSION'
    end
    union all
    select rang, annee, sens * dons, sens * montant, sens * donateurs
    from comptes_alors
  ) as effets_d_imports
  group by rang, annee
  having sum(dons) <> 0 or sum(montant) <> 0 or sum(donateurs) <> 0;
end
$$;
