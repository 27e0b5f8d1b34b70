import { sql } from 'kysely'
import { type ApercuDonateurs, type ApercuDonations, COLONNES_AU_PLUS } from '#contract/apercus'
import { plural } from '#figures/format'
import { direRejets } from '#files/attentes'
import type { Db } from '../../platform/database/connect'
import { dealtOut } from '../../platform/database/repartition'
import { Problem } from '../../problem'
import { IS_DEAD } from '../entries/dead'
import { countImports, EN_VIGUEUR } from '../entries/read'
import { plusLa } from '../failure'
import { dayText } from '../parsing/cells/values'
import type { Lecture } from '../parsing/lecture'
import { depotOf, KEY } from '../staging/depot'
import {
  comparisonOf,
  countKept,
  mayRepeat,
  type Order,
  readPeriod,
  readRows,
} from '../writing/order'
import { undone } from '../writing/transaction'
import { settleRepeatsOf } from '../writing/write'
import { readChanges } from './changes'
import { warnOfCodes } from './codes'
import { warnOfJours } from './jours'
import { countJumeaux, warnOfJumeaux } from './jumeaux'
import { countRejects } from './rejects'
import { demanderReprisDe } from './reprises'
import { warn } from './warnings'

export type Apercu =
  | (ApercuDonateurs & { type: 'donateurs' })
  | (ApercuDonations & { type: 'donations' })

const DELIMITERS: Record<string, string> = {
  ';': 'point-virgule',
  ',': 'virgule',
  '\t': 'tabulation',
  '|': 'barre verticale',
}

/** Truncates a list of names, with a count of the rest. */
function nameSome(names: string[]): string[] {
  const more = names.length - COLONNES_AU_PLUS
  if (more <= 0) return names
  return [...names.slice(0, COLONNES_AU_PLUS), `et ${plural(more, 'autre')}`]
}

const inFileOrder = ({ places }: Lecture) =>
  Object.entries(places).sort(([, one], [, other]) => one - other)

/** Dry run: the import's statements, rolled back. */
async function rehearse(db: Db, order: Order) {
  const { lignes } = depotOf(order.fichierId)
  const changes = async (tx: Db) => {
    const { autres, repris, ...told } = await readChanges(tx, comparisonOf(order))
    const asked = { nouveaux: told.nouveaux, autres, repris }
    return { ...told, numeros_repris: await demanderReprisDe(tx, lignes, asked) }
  }
  const orphans = (tx: Db) => (order.type === 'donations' ? countOrphans(tx, order.fichierId) : 0)
  if (mayRepeat(order))
    return undone(db, async (tx) => {
      const repeats = await settleRepeatsOf(tx, order)
      const changed = await changes(tx)
      return {
        repeats,
        changes: changed,
        orphans: await orphans(tx),
        jumeaux: await countJumeaux(tx, order, changed.nouveaux),
      }
    })
  const [changed, alone] = await Promise.all([
    undone(db, changes),
    undone(db, async (tx) => orphans(tx)),
  ])
  const jumeaux = await undone(db, (tx) => countJumeaux(tx, order, changed.nouveaux))
  return { repeats: { doublons: 0, centimes: 0 }, changes: changed, orphans: alone, jumeaux }
}

/** Counts donations of the file whose donor has no card. */
async function countOrphans(tx: Db, fichierId: string): Promise<number> {
  const { lignes, orphelins } = depotOf(fichierId)
  const contacts = await dealtOut(
    tx,
    { table: orphelins, model: 'donateurs', key: KEY.donateurs },
    sql`select contact_id from ${lignes}`,
  )
  const { rows } = await sql<{ nombre: number }>`
    select count(*) as nombre
    from ${contacts} as l
    where not exists (select from donateurs as d where d.contact_id = l.contact_id)
  `.execute(tx)
  return rows[0]?.nombre ?? 0
}

/** When the same bytes were last imported as the same type, and that not undone. */
async function alreadyImported(
  db: Db,
  { fichierId, type }: Order,
  sha256: string,
): Promise<string | null> {
  const found = await db
    .selectFrom('imports')
    .innerJoin('fichiers', 'fichiers.fichier_id', 'imports.fichier_id')
    .select('termine_le')
    .where('sha256', '=', sha256)
    .where('type', '=', type)
    .where('imports.fichier_id', '<>', fichierId)
    .where('statut', '=', 'completed')
    .where(EN_VIGUEUR)
    .orderBy('termine_le', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.termine_le?.toISOString() ?? null
}

const variantOf = (isCompleted: boolean) => (isCompleted ? 'completees' : 'rejetees')

/** A stored preview, with the number of imports at the time. */
type Known = Apercu & { apres?: number }

/**
 * Returns the preview of a staged file; cached per way of handling short rows, and recomputed if another import has
 * changed the tables since.
 */
export async function readApercu(db: Db, fichierId: string, isCompleted: boolean): Promise<Apercu> {
  const found = await db
    .selectFrom('fichiers')
    .leftJoin('imports', 'imports.fichier_id', 'fichiers.fichier_id')
    .leftJoin('leases', 'job_id', 'imports.fichier_id')
    .selectAll('fichiers')
    .select(['statut', IS_DEAD.as('isDead')])
    .where('fichiers.fichier_id', '=', fichierId)
    .where('lecture', 'is not', null)
    .executeTakeFirst()
  const type = found?.type
  if (!found || !type || type === 'fichier') throw plusLa()
  const variant = variantOf(isCompleted)
  const { apres: before, ...known } = (found.apercus[variant] ?? {}) as Partial<Known>
  const begun = found.statut !== null && found.statut !== 'error' && !found.isDead
  const apres = begun || !found.en_depot ? before : await countImports(db)
  if (isWhole(known) && apres === before) return whole(known, begun ? fichierId : null)
  if (!found.en_depot || begun)
    throw new Problem(
      'conflit',
      'Ce fichier est déjà importé ou en cours d’import\u00a0: son aperçu ne change plus.',
    )

  const lecture = found.lecture as Lecture
  const order: Order = { fichierId, type, lecture, isCompleted }
  const apercu = await compute(db, order, found)
  await sql`
    update fichiers set apercus = apercus || ${JSON.stringify({ [variant]: { ...apercu, apres } })}::jsonb
    where fichier_id = ${fichierId}
  `.execute(db)
  return apercu
}

/** Throws a Problem where the preview of a file asks about its numbers; who starts a failed import again has answered. */
export async function exigerReponse(
  db: Db,
  fichierId: string,
  isCompleted: boolean,
): Promise<void> {
  const found = await db
    .selectFrom('fichiers')
    .leftJoin('imports', 'imports.fichier_id', 'fichiers.fichier_id')
    .select('apercus')
    .where('fichiers.fichier_id', '=', fichierId)
    .where('imports.fichier_id', 'is', null)
    .executeTakeFirst()
  const known = found?.apercus[variantOf(isCompleted)] as Partial<ApercuDonations> | undefined
  if (known?.numeros_repris)
    throw new Problem(
      'invalide',
      'Des numéros de ce fichier sont déjà ceux d’autres dons\u00A0: dites que ce sont des corrections, ou importez ce fichier sous «\u00A0Un fichier de mon outil\u00A0».',
      { champ: 'numeros_repris' },
    )
}

/** An earlier version only counted short rows, not how many cells they lack. */
const missingCells = ({ courtes, manquantesMin, manquantesMax }: Partial<Lecture>) => ({
  min: manquantesMin ?? Math.min(1, courtes ?? 0),
  max: manquantesMax ?? Math.min(1, courtes ?? 0),
})

const isWhole = (known: Partial<Known>): known is Apercu => known.fichier_id !== undefined

/** Defaults for previews of an earlier version, which kept every reject and told no row that changes. */
const completed = ({
  rejets = 0,
  rejets_gardes = rejets,
  lignes_courtes = 0,
  cellules_manquantes = missingCells({ courtes: lignes_courtes }),
  lignes_modifiees = [],
  annees_closes = [],
  arretes_touches = [],
  rejets_nombreux = null,
}: Partial<Apercu>) => ({
  rejets_gardes,
  cellules_manquantes,
  lignes_modifiees,
  annees_closes,
  arretes_touches,
  rejets_nombreux,
})

/** A preview, possibly computed by an earlier version. */
const whole = (apercu: Apercu, upload_id: string | null): Apercu => ({
  ...apercu,
  ...completed(apercu),
  upload_id,
})

async function compute(
  db: Db,
  order: Order,
  file: { nom: string; taille: number; sha256: string },
): Promise<Apercu> {
  const { lecture, fichierId, isCompleted } = order
  const [{ repeats, changes, orphans, jumeaux }, gardes, motifs, deja_importe_le] =
    await Promise.all([
      rehearse(db, order),
      countKept(db, order),
      countRejects(db, order),
      alreadyImported(db, order, file.sha256),
    ])
  const read = readRows(order)
  const period = readPeriod(order)
  const kept = read.valides + read.zeros - repeats.doublons
  const { numeros_repris, ...told } = changes
  const common = {
    fichier_id: fichierId,
    upload_id: null,
    filename: file.nom,
    taille: file.taille,
    sha256: file.sha256,
    total_rows: read.total,
    rejets: read.rejets,
    rejets_gardes: gardes,
    rejets_par_motif: motifs,
    doublons: repeats.doublons,
    lignes_courtes: lecture.courtes,
    cellules_manquantes: missingCells(lecture),
    completer_lignes_courtes: isCompleted,
    detecte: {
      delimiteur: DELIMITERS[lecture.delimiteur] ?? lecture.delimiteur,
      encodage: lecture.encodage,
      ligne_entete: lecture.ligneEntete,
      colonnes: inFileOrder(lecture).map(([champ, place]) => ({
        champ,
        entete: lecture.entete[place] ?? '',
      })),
      colonnes_ignorees: nameSome(lecture.ignorees),
    },
    ...told,
    inchanges: kept - changes.nouveaux - changes.modifies,
    deja_importe_le,
    rejets_nombreux: direRejets(read.rejets, read.total),
    avertissements: [
      ...warnOfJumeaux(jumeaux, changes.nouveaux),
      ...(await warnOfCodes(db, order)),
      ...(await warnOfJours(db, order)),
      ...(await warn(db, order)),
    ],
  }
  if (order.type === 'donateurs')
    return { ...common, type: 'donateurs', valid_contacts: read.valides }
  return {
    ...common,
    type: 'donations',
    valid_donations: read.valides,
    zero_amount_donations: read.zeros,
    montant_total: read.centimes / 100,
    premiere_date: period ? dayText(period.premier) : null,
    derniere_date: period ? dayText(period.dernier) : null,
    sans_fiche: orphans,
    numeros_repris,
  }
}
