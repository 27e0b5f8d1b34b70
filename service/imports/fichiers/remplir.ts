import { type RawBuilder, sql } from 'kysely'
import type { LectureFichier } from '#contract/lecture'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import type { Motif } from '../parsing/cells/motifs'
import { createComptes, type Lecture } from '../parsing/lecture'
import { createDepot, depotOf, fichesDe, nomDe } from '../staging/depot'
import type { Order } from '../writing/order'
import { type Addition, colonnesDe, ranger } from './dons'
import { colonnesDesFiches, rangerFiches } from './fiches'
import { type Identification, identifier } from './identites'
import type { Jugees } from './lots'
import { deSort, tablesOf } from './lues'
import { NUMEROTEES, numeroter } from './numeros'

/** A staged file as it was read in one way. */
export interface Lisible {
  /** What the tables of its rows are named after. */
  luesDe: string
  lecture: LectureFichier
  lues: Jugees
}

/** A file of donors, and what one of gifts is made of, of a tool's file within a transaction. */
export interface Rempli {
  identification: Identification
  addition: Addition
  fiches: Order
  /** Refunds whose gift is neither in the file nor stored, and what they said. */
  orphelins: { nombre: number; centimes: number; lignes: number[] }
}

/** A file that was read row by row, so that the import takes it for any other. */
const lectureOf = (
  type: 'donateurs' | 'donations',
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

export const lireDepose = async (tx: Db, { fichierId }: Addition): Promise<Depose> =>
  onlyRow(
    await sql<Depose>`
      select count(*) as lignes, count(*) filter (where order_amount = 0) as zeros,
        (coalesce(sum(order_amount), 0) * 100)::bigint as centimes,
        to_char(min(order_date), 'YYYYMMDD')::integer as premier, to_char(max(order_date), 'YYYYMMDD')::integer as dernier
      from ${depotOf(fichierId).lignes}`.execute(tx),
  )

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
  return {
    fichierId: addition.fichierId,
    type: 'donations',
    isCompleted: false,
    lecture: lectureOf('donations', colonnesDe(lecture), {
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
      entete: lues.entete,
      delimiteur: lues.delimiteur,
    }),
  }
}

/** Makes `gens`: donors of rows that count, with their last day and the number of these rows. */
async function compterGens(
  tx: Db,
  gens: RawBuilder<unknown>,
  lues: RawBuilder<unknown>,
  lots: Jugees['lots'],
): Promise<void> {
  await sql`
    create unlogged table ${gens} as
    select personne, max(jour) as jour, count(*) as lignes
    from ${lues} where ${deSort({ lots }, 'compte')} and personne is not null
    group by personne`.execute(tx)
  await sql`analyze ${gens}`.execute(tx)
}

/**
 * Makes the depots of a file's donors and gifts from the rows that a reading gave, as they are against what is stored
 * now; `depotId` names them. Throws a Problem if its key repeats or nobody could add it up.
 */
export async function remplir(
  tx: Db,
  depotId: string,
  lisible: Lisible,
  { isDry = false } = {},
): Promise<Rempli> {
  const { luesDe, lecture } = lisible
  const { lots } = lisible.lues
  const { lues, personnes } = tablesOf(luesDe)
  const table = (part: string) => sql.table(`depots.${part}_${nomDe(depotId)}`)
  const contacts = table('contacts')
  const identification: Identification = {
    personnes,
    contacts,
    genres: lecture.identite,
    prefixe: lecture.prefixe,
    table,
  }
  const fichesId = fichesDe(depotId)
  // Rows are put together in memory: how few groups they make is not known beforehand.
  await sql`set local work_mem = '64MB'`.execute(tx)
  // Plans need no more, and every analyze reads a hundred times as many rows otherwise.
  await sql`set local default_statistics_target = 10`.execute(tx)
  // Workers would hash the same keys each for itself: twice the work, and hardly sooner.
  await sql`set local max_parallel_workers_per_gather = 0`.execute(tx)
  await createDepot(tx, fichesId, 'donateurs', { isDry: true })
  if (!isDry) await createDepot(tx, depotId, 'donations')
  await compterGens(tx, table('gens'), lues, lots)
  await identifier(tx, identification)
  const addition: Addition = {
    fichierId: depotId,
    lecture,
    lots,
    lues:
      lecture.cle === 'contact_jour_montant'
        ? await numeroter(tx, identification, lots, lues)
        : lues,
    personnes,
    contacts,
    table,
  }
  await ranger(tx, addition, isDry)
  const cards = await rangerFiches(tx, addition, {
    fichesId,
    anonymes: lisible.lues.anonymes > 0,
  })
  for (const changed of ['default_statistics_target', 'max_parallel_workers_per_gather'])
    await sql`set local ${sql.ref(changed)} to default`.execute(tx)
  const orphelins = await readOrphelins(tx, addition)
  return {
    identification,
    addition,
    fiches: {
      fichierId: fichesId,
      type: 'donateurs',
      isCompleted: false,
      lecture: lectureOf('donateurs', colonnesDesFiches(lecture), { total: cards, valides: cards }),
    },
    orphelins,
  }
}

const PARTS = [
  'gens',
  'qui',
  'cles',
  'partagees',
  'groupes',
  'liens',
  'trouves',
  'contacts',
  'repetees',
  'constantes',
  'rendus',
  'vises',
  'stockes',
  'orphelins',
  'corriges',
]

/** Drops what `remplir` made beside the depots. */
export async function vider(tx: Db, { addition }: Rempli): Promise<void> {
  for (const part of PARTS) await sql`drop table ${addition.table(part)}`.execute(tx)
  await sql`drop table if exists ${addition.table(NUMEROTEES)}`.execute(tx)
}
