import type pg from 'pg'
import type { Former } from './manifest'

/** Notes of imports that no publication knew, told as they were measured, like migration 0230. */
export const VERSION_0_2_0: Former = {
  tables: {
    effets_imports: 'numero bigint, fichier_id uuid, evenement bigint',
    effets_imports_mesures: 'fichier_id uuid',
    effets_imports_annees:
      'fichier_id uuid, contact_id text, annee smallint, dons bigint, montant numeric, donateurs bigint',
  },
  isOf: ({ nom }) => nom === 'effets_imports',
  finish: `
    insert into journal_imports
    select row_number() over (order by numero), fichier_id, evenement, 0, null
    from pg_temp.ancien_effets_imports;

    insert into journal_imports
    select version, fichier_id, evenement, 0, coalesce(jsonb_agg(par_annee) filter (where annee is not null), '[]')
    from journal_imports
    join pg_temp.ancien_effets_imports_mesures using (fichier_id)
    left join (
      select fichier_id, annee, sum(signe * dons) as dons, sum(signe * montant) as montant, sum(signe * donateurs) as donateurs
      from pg_temp.ancien_effets_imports_annees as annees
      join pg_temp.ancien_effets_imports as imports using (fichier_id)
      cross join lateral (
        select case when contact_id is null then 1 when (
            select type
            from evenements_exclusion as evenements
            where evenements.contact_id = annees.contact_id
              and numero <= greatest(imports.evenement, (select max(evenement) from publications))
            order by numero desc
            limit 1
          ) = 'EXCLUSION' then -1 else 0 end as signe
      ) as comptes
      group by fichier_id, annee
    ) as par_annee using (fichier_id)
    group by version, fichier_id, evenement`,
}

/**
 * Up to version 0.2.0 publications were not chained, and causes did not copy what they say of imports. Chains those of
 * such a backup as they are, like migration 0190 and the owner's functions; in a transaction.
 */
export const chainPublications = (client: pg.ClientBase) =>
  client.query(`
    update publications_causes as causes
    set nom = fichiers.nom,
      inseres = (resultat ->> 'inseres')::bigint,
      modifies = (resultat ->> 'modifies')::bigint
    from fichiers
    left join imports using (fichier_id)
    where fichiers.fichier_id = causes.fichier_id;
    call enchainer_publications(now())`)
