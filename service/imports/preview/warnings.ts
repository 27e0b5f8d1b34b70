import { sql } from 'kysely'
import { citer, formatCount, formatMoney } from '#figures/format'
import { FIELDS, normalise } from '#files/entetes'
import type { Db } from '../../platform/database/connect'
import { EN_VIGUEUR } from '../entries/read'
import type { Lecture } from '../parsing/lecture'
import { titreDecide, titreDevise, titreRempli } from '../parsing/lexique'
import { type Order, readRows } from '../writing/order'

/** So many columns are named. */
const COLONNES_NOMMEES = 5

/** Mean amount of the nonzero donations imported before. */
async function usualMean(db: Db): Promise<number | null> {
  const { rows } = await sql<{ moyenne: number | null }>`
    select sum((resultat ->> 'montant_ecrit')::numeric)
      / nullif(sum((resultat ->> 'inseres')::numeric + (resultat ->> 'modifies')::numeric
        + (resultat ->> 'inchanges')::numeric - (resultat ->> 'zeros')::numeric), 0) as moyenne
    from imports
    join fichiers using (fichier_id)
    where type in ('donations', 'fichier') and statut = 'completed' and ${EN_VIGUEUR}
  `.execute(db)
  return rows[0]?.moyenne ?? null
}

/** Minimum number of files for their sums to be significant, and the latest ones compared. */
const FILES_NEEDED = 3
const FILES_COMPARED = 12

/** Usual sum of a file: the median of the latest files, each counted once. */
async function usualSum(db: Db): Promise<number | null> {
  const { rows } = await sql<{ fichiers: number; somme: number | null }>`
    select count(*) as fichiers, percentile_cont(0.5) within group (order by somme) as somme
    from (
      select max((resultat ->> 'montant_fichier')::float8) as somme
      from imports
      join fichiers using (fichier_id)
      where type in ('donations', 'fichier') and statut = 'completed' and ${EN_VIGUEUR}
        and (resultat ->> 'montant_fichier')::numeric > 0
      group by sha256
      order by max(termine_le) desc
      limit ${FILES_COMPARED}
    ) as fichiers
  `.execute(db)
  const [usual] = rows
  return usual && usual.fichiers >= FILES_NEEDED ? usual.somme : null
}

/**
 * Warns of amounts ten times the usual. The mean gift comes first, being independent of file size: amounts in cents are
 * the usual cause. The sum catches files with far more than usual.
 */
async function warnOfAmounts(db: Db, cents: number, gifts: number): Promise<string[]> {
  const sum = cents / 100
  const mean = sum / gifts
  const knownMean = await usualMean(db)
  if (knownMean !== null && knownMean > 0 && mean > knownMean * 10)
    return [
      `Le don moyen de ce fichier (${formatMoney(mean)}) dépasse dix fois celui des fichiers précédents (${formatMoney(knownMean)})\u00a0: les montants sont-ils en centimes\u00a0?`,
    ]
  const knownSum = await usualSum(db)
  if (knownSum !== null && sum > knownSum * 10)
    return [
      `Le montant total de ce fichier (${formatMoney(sum)}) dépasse dix fois celui d’un fichier habituel (${formatMoney(knownSum)})\u00a0: vérifiez qu’il ne contient que les dons attendus.`,
    ]
  return []
}

/** Headers of an amount or a day of gifts, as they are compared. */
const OF_GIFTS = new Set(
  FIELDS.donations
    .filter(({ kind }) => kind === 'montant' || kind === 'jour')
    .flatMap(({ field, aliases }) => [field, ...aliases])
    .map(normalise),
)

/** Columns that this tab leaves aside, of which the third one would ask which rows count, and in which currency. */
function warnOfDeciding({ ignorees }: Lecture): string[] {
  const told = ignorees.filter((nom) =>
    [titreDevise, titreDecide, titreRempli].some((decides) => decides(nom)),
  )
  if (told.length === 0) return []
  const named = `${told.slice(0, COLONNES_NOMMEES).map(citer).join(', ')}${told.length > COLONNES_NOMMEES ? '…' : ''}`
  return [
    `Tous les montants compteront, comme des euros\u00a0: cet onglet ne lit pas ${named}. Si ${told.length > 1 ? 'ces colonnes disent' : 'cette colonne dit'} que des lignes ne sont pas des dons, ou une autre monnaie, importez ce fichier sous «\u00a0Un fichier de mon outil\u00a0», qui demande ce qui compte.`,
  ]
}

/** Warnings about a file, as sentences for the user about to import it. */
export async function warn(db: Db, order: Order): Promise<string[]> {
  const { type, lecture } = order
  const read = readRows(order)
  const sentences: string[] = []
  if (read.total === 0)
    sentences.push('Ce fichier n’a que son en-tête\u00a0: il n’y a rien à importer.')
  if (type === 'donateurs' && lecture.ignorees.some((name) => OF_GIFTS.has(normalise(name))))
    sentences.push(
      'Ce fichier contient des montants ou des dates de dons\u00a0: il ressemble à un fichier de donations, à importer sous l’autre onglet.',
    )
  if (type === 'donateurs' && !('lastname' in lecture.places))
    sentences.push(
      'Ce fichier ne nomme aucune colonne de nom\u00a0: les fiches seront enregistrées sans nom.',
    )
  if (type === 'donations') sentences.push(...warnOfDeciding(lecture))
  if (type === 'donations' && read.valides > 0)
    sentences.push(...(await warnOfAmounts(db, read.centimes, read.valides)))
  if (lecture.troisDecimales > 0)
    sentences.push(
      `${formatCount(lecture.troisDecimales)} montant${lecture.troisDecimales > 1 ? 's s’écrivent' : ' s’écrit'} avec un point et trois chiffres (1.234)\u00a0: lu${lecture.troisDecimales > 1 ? 's' : ''} comme des décimales (1,23\u00a0€).`,
    )
  return sentences
}
