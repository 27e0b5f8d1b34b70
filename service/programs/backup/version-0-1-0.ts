import type { Former } from './manifest'

/** Tables of a version 0.1.0 backup whose shape has changed since, with their former columns. */
const OLD: Record<string, string> = {
  imports: `
    import_id uuid, type text, statut text, nom text, taille bigint, sha256 text, lecture jsonb, apercus jsonb,
    en_depot boolean, depose_le timestamptz, bail timestamptz, tentative integer, pid integer,
    pid_depuis timestamptz, completer boolean, importe_par text, commence_le timestamptz, termine_le timestamptz,
    etape text, pourcentage double precision, traitees bigint, total bigint, message text, erreurs text[],
    resultat jsonb, portion double precision, depose_par text, poids bigint`,
  imports_rejets: `import_id uuid, ligne bigint, texte text, motif text, motif_complete text`,
}

/** Splits them like migration 0102. */
const SPLIT = `
  insert into fichiers
  select import_id, type, nom, taille, sha256, lecture, apercus, en_depot, coalesce(poids, 0), depose_le,
    coalesce(depose_par, '')
  from pg_temp.ancien_imports;

  insert into imports (fichier_id, statut, completer, importe_par, commence_le, termine_le, etape, pourcentage,
    traitees, total, message, erreurs, resultat)
  select import_id, statut, completer, importe_par, commence_le, termine_le, etape, pourcentage, traitees, total,
    message, erreurs, resultat
  from pg_temp.ancien_imports;

  insert into imports_rejets (fichier_id, ligne, texte, motif, motif_complete)
  select import_id, ligne, texte, motif, motif_complete
  from pg_temp.ancien_imports_rejets
  where import_id in (select import_id from pg_temp.ancien_imports)`

/** Of a version 0.1.0 backup. */
export const VERSION_0_1_0: Former = {
  tables: OLD,
  isOf: ({ nom, colonnes }) => nom in OLD && colonnes.includes('import_id'),
  finish: SPLIT,
}
