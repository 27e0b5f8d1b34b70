import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { TypeFichier } from '#contract/imports'
import type { Db } from '../../platform/database/connect'
import { place } from '../../platform/database/repartition'

/** The tables of one staged file: rows by key, and rows that may replace one. */
export interface Depot {
  nom: string
  lignes: RawBuilder<unknown>
  reprises: RawBuilder<unknown>
  /**
   * Created and dropped within an import: rows that change something, their effect on donors, and the last row of each
   * repeated key.
   */
  ecarts: RawBuilder<unknown>
  effets: RawBuilder<unknown>
  gagnantes: RawBuilder<unknown>
  /** Name of the sequence counting the rows of a long statement. */
  compte: string
  /** Within a preview: new gifts, and stored ones of the same period, compared by contact. */
  jumeaux: RawBuilder<unknown>
  contemporains: RawBuilder<unknown>
  /** Within a preview: contacts to look up among the cards. */
  orphelins: RawBuilder<unknown>
}

export const KEY: Record<TypeFichier, string> = { donations: 'id', donateurs: 'contact_id' }

/** Sum of the amounts in cents; 0 for donors. */
export const centsOf = (type: TypeFichier): RawBuilder<number> =>
  type === 'donations' ? sql`coalesce(sum(order_amount), 0) * 100` : sql`count(*) * 0`

/** What the tables of a file are named after. */
export const nomDe = (fichierId: string): string => fichierId.replaceAll('-', '')

/** The file of the cards of a tool's file. */
export function fichesDe(fichierId: string): string {
  const hex = createHash('sha256').update(`fiches:${fichierId}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export function depotOf(fichierId: string): Depot {
  const nom = nomDe(fichierId)
  const table = (part: string) => sql.table(`depots.${part}_${nom}`)
  return {
    nom,
    lignes: table('lignes'),
    reprises: table('reprises'),
    ecarts: table('ecarts'),
    effets: table('effets'),
    gagnantes: table('gagnantes'),
    compte: `depots.compte_${nom}`,
    jumeaux: table('jumeaux'),
    contemporains: table('contemporains'),
    orphelins: table('orphelins'),
  }
}

/** Creates the tables; those of a dry run need not outlive a crash. */
export async function createDepot(
  db: Db,
  fichierId: string,
  type: TypeFichier,
  { isDry = false } = {},
): Promise<void> {
  const { lignes, reprises } = depotOf(fichierId)
  const target = sql.table(type)
  const kind = sql.raw(isDry ? 'unlogged table' : 'table')
  await sql`create ${kind} ${lignes} (like ${target} including defaults including constraints)`.execute(
    db,
  )
  await sql`
    create unlogged table ${reprises} (ligne bigint not null, courte boolean not null, like ${target})
  `.execute(db)
  for (const table of [lignes, reprises]) await place(db, { table, model: type, key: KEY[type] })
}

/** Drops all that is staged of a file, of a tool's also its bytes and all that was read of them. */
export async function dropDepot(db: Db, fichierId: string): Promise<void> {
  const readings = await db
    .deleteFrom('lectures_fichiers')
    .where('fichier_id', '=', fichierId)
    .returning('lecture_id')
    .execute()
  // An account that still runs on these rows is waited for, and leaves its own.
  for (const { lecture_id } of readings) await dropLues(db, lecture_id)
  for (const { lecture_id } of readings) await dropRempli(db, lecture_id)
  await sql`drop table if exists ${sql.table(`depots.octets_${nomDe(fichierId)}`)}`.execute(db)
  const { lignes, reprises, compte } = depotOf(fichierId)
  await sql`drop table if exists ${lignes}`.execute(db)
  await sql`drop table if exists ${reprises}`.execute(db)
  await sql`drop sequence if exists ${sql.table(compte)}`.execute(db)
}

/** The tables of what was read of a tool's file in one way. */
export const PARTIES = ['lues', 'personnes', 'ecartees'] as const

/** What an account makes of the rows of a reading, for its import: gifts as a view, and tables. */
export const REMPLIES = [
  'gens',
  'qui',
  'cles',
  'portees',
  'separes',
  'partagees',
  'groupes',
  'liens',
  'trouves',
  'contacts',
  'numerotees',
  'cartes',
  'repetees',
  'constantes',
  'rendus',
  'vises',
  'stockes',
  'orphelins',
  'corriges',
] as const

/** Names the tables of what is made of a reading. */
export type Nommer = (part: (typeof REMPLIES)[number]) => RawBuilder<unknown>

export const nommer =
  (lectureId: string): Nommer =>
  (part) =>
    sql.table(`depots.${part}_${nomDe(lectureId)}`)

/** Drops what was made of the rows of a reading, and its file of cards. */
export async function dropRempli(db: Db, lectureId: string): Promise<void> {
  await sql`drop view if exists ${depotOf(lectureId).lignes}`.execute(db)
  await sql`drop table if exists ${sql.join(REMPLIES.map(nommer(lectureId)))}`.execute(db)
  await dropDepot(db, fichesDe(lectureId))
}

/** Drops what was read of a tool's file in one way, with the view of its gifts. */
export async function dropLues(db: Db, lectureId: string): Promise<void> {
  for (const part of PARTIES)
    await sql`drop table if exists ${sql.table(`depots.${part}_${nomDe(lectureId)}`)} cascade`.execute(
      db,
    )
}
