import type pg from 'pg'

/**
 * Up to version 0.2.0 publications were not chained, and what causes say of imports stood with these alone. Chains those
 * of such a backup as they are, as migration 0190 and the functions of the owner do; in a transaction.
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
