import { type RawBuilder, sql } from 'kysely'
import type { TypeFichier } from '#contract/imports'
import type { LectureFichier } from '#contract/lecture'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import type { Motif } from '../parsing/cells/motifs'
import { createComptes, type Lecture } from '../parsing/lecture'
import { createDepot, dropRempli, fichesDe, nommer } from '../staging/depot'
import type { Order } from '../writing/order'
import { colonnesDe, ranger } from './dons'
import { colonnesDesFiches, rangerFiches } from './fiches'
import { identifier } from './identites'
import { deSort, tablesOf } from './lues'
import { numeroter } from './numeros'
import type { Addition, Identification, Lues } from './vocabulaire'

/** A staged file as it was read in one way. */
export interface Lisible {
  /** What its tables are named after. */
  lectureId: string
  lecture: LectureFichier
  lues: Lues
}

/** What is made of the rows of a reading: donors, gifts and a file of cards. */
export interface Rempli {
  identification: Identification
  addition: Addition
  fiches: Order
  /** Refunds whose gift is neither in the file nor stored, and what they said. */
  orphelins: { nombre: number; centimes: number; lignes: number[] }
}

/** What an import asks of an account: its files as if they had been read row by row, and stored gifts that become 0. */
export interface Prevu {
  dons: Lecture
  fiches: Lecture
  mis_a_zero: number
}

export const lectureOf = (
  type: TypeFichier,
  colonnes: string[],
  counts: Partial<Lecture>,
): Lecture => ({
  ...createComptes(type).comptes,
  entete: [],
  places: Object.fromEntries(colonnes.map((colonne, at) => [colonne, at])),
  ignorees: [],
  delimiteur: ';',
  ligneEntete: 1,
  encodage: 'UTF-8',
  colonnes,
  ...counts,
})

/** The file of gifts or cards under an id. */
export const ordreDe = (type: TypeFichier, fichierId: string, lecture: Lecture): Order => ({
  fichierId,
  type,
  isCompleted: false,
  lecture,
})

async function readOrphelins(tx: Db, { table }: Addition) {
  return onlyRow(
    await sql<Rempli['orphelins']>`
      select count(*) as nombre, coalesce(sum(ecrits), 0) as centimes,
        coalesce((array_agg(ligne order by ligne))[:10], '{}')::float8[] as lignes
      from ${table('rendus')} where ligne in (select ligne from ${table('orphelins')})`.execute(tx),
  )
}

/** What the gifts are, together. */
export interface Depose {
  lignes: number
  zeros: number
  centimes: number
  /** YYYYMMDD */
  premier: number | null
  dernier: number | null
}

/** The file of gifts, whose rejects are those of the tool's file. */
export function ordreDesDons(
  { lecture, lues }: Lisible,
  { addition, orphelins }: Rempli,
  depose: Depose,
): Order {
  const motifs: Partial<Record<Motif, number>> = Object.fromEntries(
    lues.rejets.map(({ motif, nombre }) => [motif, nombre]),
  )
  if (orphelins.nombre > 0) motifs.remboursement_sans_don = orphelins.nombre
  const rejets = lues.lignes.rejet + orphelins.nombre
  const file = lectureOf('donations', colonnesDe(lecture), {
    total: depose.lignes + rejets,
    valides: depose.lignes - depose.zeros,
    zeros: depose.zeros,
    rejets,
    rejetsGardes: lues.rejetsGardes,
    motifs,
    motifsCompletes: motifs,
    centimes: depose.centimes,
    premierJour: depose.premier ?? 0,
    dernierJour: depose.dernier ?? 0,
    troisDecimales: lues.troisDecimales,
    entete: lues.entete,
    delimiteur: lues.delimiteur,
  })
  return ordreDe('donations', addition.lectureId, file)
}

/** Makes `gens`: donors of rows that count, with their last day and the number of these rows. */
async function compterGens(
  tx: Db,
  gens: RawBuilder<unknown>,
  lues: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    create unlogged table ${gens} as
    select personne, max(jour) as jour, count(*) as lignes
    from ${lues} where ${deSort('compte')} and personne is not null
    group by personne`.execute(tx)
  await sql`analyze ${gens}`.execute(tx)
}

/** Numbers such as `="0012"`, which are 0012, keep what they were stored as before that was read. */
async function garderEcrites(
  tx: Db,
  lues: RawBuilder<unknown>,
  { prefixe }: LectureFichier,
): Promise<void> {
  const before = `${prefixe}-="`
  const { rows } =
    await sql`select from donations where starts_with(id, ${before}) limit 1`.execute(tx)
  if (rows.length === 0) return
  await sql`
    update ${lues} as l set cle = '="' || l.cle || '"'
    from donations as d where d.id = ${before} || l.cle || '"'`.execute(tx)
}

/** The tables of what is made of a reading. */
export function rempliesDe({ lectureId, lecture }: Lisible) {
  const { lues, personnes } = tablesOf(lectureId)
  const table = nommer(lectureId)
  const contacts = table('contacts')
  const identification: Identification = {
    personnes,
    contacts,
    genres: lecture.identite,
    prefixe: lecture.prefixe,
    estNumerote: lecture.cle !== 'contact_jour_montant',
    table,
  }
  const addition: Addition = {
    lectureId,
    lecture,
    lues: lecture.cle === 'contact_jour_montant' ? table('numerotees') : lues,
    personnes,
    contacts,
    table,
  }
  return { identification, addition }
}

/**
 * Makes donors and gifts of the rows of a reading, as they are against what is stored now, in place of what was made of
 * them before. Throws a Problem if its key repeats or nobody could add it up.
 */
export async function remplir(tx: Db, lisible: Lisible): Promise<Rempli> {
  const { lectureId, lecture } = lisible
  const { identification, addition } = rempliesDe(lisible)
  const { lues } = tablesOf(lectureId)
  const fichesId = fichesDe(lectureId)
  // Rows are put together in memory: how few groups they make is not known beforehand.
  await sql`set local work_mem = '64MB'`.execute(tx)
  // Plans need no more, and every analyze reads a hundred times as many rows otherwise.
  await sql`set local default_statistics_target = 10`.execute(tx)
  // Workers would hash the same keys each for itself: twice the work, and hardly sooner.
  await sql`set local max_parallel_workers_per_gather = 0`.execute(tx)
  await dropRempli(tx, lectureId)
  await createDepot(tx, fichesId, 'donateurs', { isDry: true })
  await garderEcrites(tx, lues, lecture)
  await compterGens(tx, addition.table('gens'), lues)
  await identifier(tx, identification, lues)
  if (lecture.cle === 'contact_jour_montant') await numeroter(tx, identification, lues)
  await ranger(tx, addition)
  const cards = await rangerFiches(tx, addition, {
    fichesId,
    anonymes: lisible.lues.anonymes > 0,
  })
  for (const changed of ['default_statistics_target', 'max_parallel_workers_per_gather'])
    await sql`set local ${sql.ref(changed)} to default`.execute(tx)
  return {
    identification,
    addition,
    fiches: ordreDe(
      'donateurs',
      fichesId,
      lectureOf('donateurs', colonnesDesFiches(lecture), { total: cards, valides: cards }),
    ),
    orphelins: await readOrphelins(tx, addition),
  }
}
