import type pg from 'pg'
import { z } from 'zod'
import { readRegistres } from '../../platform/database/migration/registres'

/** The tables of a backup, in restore order: the registers last. */
export const TABLES = [
  'donateurs',
  'donations',
  'donateurs_exclus',
  'groupes_contacts',
  'contacts_distincts',
  'secret_raisons',
  'fichiers',
  'imports',
  'imports_rejets',
  'identites',
  'identites_numeros',
  'identites_ambigues',
  'voies',
  'voies_dons',
  'remboursements',
  'remboursements_avant_import',
  'fiches_dites',
  'fiches_dites_avant_import',
  'lignes_avant_import',
  'oppositions_adresses',
  'cle_sommes_dons',
  'journal_imports',
  'journal_dons',
  'depot_fichiers',
  ...Object.keys(readRegistres()),
]

/** Tables of backups of before, which others have replaced. */
export const FORMER = ['effets_imports', 'effets_imports_mesures', 'effets_imports_annees'] as const

/** Tables recomputed or rewritten after a restore. */
export const LEFT_OUT = [
  'chiffres_compares',
  'controles_faits',
  'collectifs_possibles',
  'controles_etat',
  'depot_etat',
  'donations_version',
  'donateurs_exclus_version',
  'dons_contacts',
  'dons_croises',
  'donateurs_ecarts',
  'dons_ecarts',
  'faits_donateurs',
  'faits_en_ecart',
  'faits_publies',
  'fiches_deplacees',
  'series_dons',
  'doublons',
  'doublons_etat',
  'doublons_groupes',
  'leases',
  'lectures_fichiers',
  'listes_mesurees',
  'mots_contacts',
  'mots_contacts_etat',
  'mots_noms',
  'parametres',
  'parcours_faits',
  'passage',
  'regroupes_calcules',
  'regroupes_dons',
  'regroupes_faits',
  'regroupes_series',
  'donateurs_signales',
  'signalements',
  'signalements_etat',
  'suites_noms',
  'suspects_par_code',
  'suspects_par_jour',
  'rafraichissements',
  'regles_etat',
  'rafraichissement_vues',
  'ventilation_contacts',
  'ventilation_dons',
  'ventilation_mois_dons',
  'kysely_migration',
  'kysely_migration_lock',
  'schema_fichiers',
] as const

/** Staged files not yet imported, and what is known of them, are not backed up. */
const ENDED = "statut in ('completed', 'error')"
const OF_ENDED = `fichier_id in (select fichier_id from imports where ${ENDED})`
export const CONDITIONS: Partial<Record<Manifest['tables'][number]['nom'], string>> = {
  fichiers: OF_ENDED,
  imports: ENDED,
  imports_rejets: OF_ENDED,
}

export const MANIFEST = 'manifeste.json'

export const Manifest = z.object({
  format: z.literal(1),
  faite_le: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      nom: z.enum([...TABLES, ...FORMER]),
      colonnes: z.array(z.string()),
      lignes: z.number().int().nonnegative(),
      sha256: z.string(),
    }),
  ),
  journal: z.object({ evenements: z.number().int().nonnegative(), empreinte: z.string() }),
  publications: z
    .object({ numero: z.number().int().nonnegative(), empreinte: z.string() })
    .optional(),
  registres: z
    .record(z.string(), z.object({ numero: z.number().int().positive(), empreinte: z.string() }))
    .optional(),
})
export type Manifest = z.infer<typeof Manifest>

/** Tables of a backup whose shape has changed since, with their former columns, and the statements that move them on. */
export interface Former {
  tables: Record<string, string>
  isOf: (table: Manifest['tables'][number]) => boolean
  finish: string
}

export const fileOf = (table: string) => `${table}.copy.gz`

/** The backed-up columns of a table: all but generated ones. */
export async function listColumns(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ attname: string }>(
    `select attname from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
     order by attnum`,
    [table],
  )
  return rows.map((row) => row.attname)
}
