import type pg from 'pg'

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
