import { sql } from 'kysely'
import type { ParAnnee } from '#contract/apercus'
import type { CompteFichier } from '#contract/fichiers'
import type { LectureFichier } from '#contract/lecture'
import { plural } from '#figures/format'
import type { Db } from '../../platform/database/connect'
import { demanderRepris } from '../preview/reprises'
import { depotOf } from '../staging/depot'
import { type Order, readPeriod } from '../writing/order'

/** More orders are not looked at. */
const MOST_ORDERS = 100_000

/** Orders of gifts stored on a day that the file covers, and that it has on other days: a corrected day makes one more. */
export async function listDeplaces(
  tx: Db,
  order: Order,
  { prefixe, cle }: LectureFichier,
): Promise<string[]> {
  if (cle !== 'commande_et_jour') return []
  const { lignes } = depotOf(order.fichierId)
  const period = readPeriod(order)
  if (!period) return []
  const { rows: nouvelles } = await sql<{ order_id: string }>`
    select distinct l.order_id
    from ${lignes} as l
    left join donations as d on d.id = l.id
    where l.order_amount > 0 and l.order_id <> '' and d.id is null
    limit ${MOST_ORDERS}`.execute(tx)
  if (nouvelles.length === 0) return []
  const { rows: stored } = await sql<{ id: string; order_id: string }>`
    select id, order_id
    from donations
    where order_id = any(${nouvelles.map(({ order_id }) => order_id)}::text[])
      and starts_with(id, ${`${prefixe}-`}) and order_amount > 0
      and order_date between ${`${period.premier}`}::date and ${`${period.dernier}`}::date`.execute(
    tx,
  )
  const { rows: presents } = await sql<{ id: string }>`
    select id from ${lignes} where id = any(${stored.map(({ id }) => id)}::text[])`.execute(tx)
  const here = new Set(presents.map(({ id }) => id))
  return stored.flatMap(({ id, order_id }) => (here.has(id) ? [] : [order_id]))
}

/** The prefix with the year of most gifts, one that no gift has. */
async function prefixeLibre(tx: Db, prefixe: string, annee: number): Promise<string> {
  const letters = prefixe.replace(/\d{4}[A-Z]?$/, '') || prefixe
  for (const more of ['', 'B', 'C', 'D', 'E', 'F', 'G', 'H']) {
    const free = `${letters.slice(0, 4 - more.length)}${annee}${more}`
    const { rows } = await sql`
      select from donations where starts_with(id, ${`${free}-`}) limit 1`.execute(tx)
    if (rows.length === 0) return free
  }
  return prefixe
}

interface Compares {
  connus: number
  autres: number
  repris: number
  par_annee: ParAnnee
}

/** Asks whether keys that are stored begin again, with the prefix that would make them others. */
export async function demanderReprises(
  tx: Db,
  { fichierId }: Order,
  { cle, prefixe }: LectureFichier,
  compares: Compares,
): Promise<NonNullable<CompteFichier['compte']>['numeros_repris']> {
  if (compares.repris === 0 || typeof cle === 'string') return null
  const { lignes } = depotOf(fichierId)
  const asked = await demanderRepris(tx, { ...compares, lignes, devant: `${prefixe}-` })
  if (!asked) return null
  const [most] = compares.par_annee.toSorted((one, other) => other.dons - one.dons)
  return { ...asked, prefixe: await prefixeLibre(tx, prefixe, most?.annee ?? 0) }
}

interface Reprises {
  /** Stored gifts whose donor and day the file changes. */
  autres: number
  /** Those whose amount falls, with no refund. */
  diminues: number
  /** Orders, see `listDeplaces`. */
  deplaces: string[]
  /** Whether the page asks about the first. */
  demandes: boolean
}

const NAMED = 5

/** What to look at before such an import. */
export const warnOfReprises = (
  { autres, diminues, deplaces, demandes }: Reprises,
  { cle, prefixe }: LectureFichier,
): string[] => [
  ...(diminues > 0 && cle === 'commande_et_jour'
    ? [
        `${plural(diminues, 'don enregistré diminue', 'dons enregistrés diminuent')}, sans remboursement\u00A0: ce fichier a-t-il toutes les lignes de ${diminues > 1 ? 'leurs commandes' : 'sa commande'}\u202F? Leur somme remplace le montant enregistré. Si vous n’avez corrigé que des lignes rejetées, corrigez-les dans le fichier entier et importez-le à nouveau.`,
      ]
    : []),
  ...(autres > 0 && !demandes
    ? [
        `${plural(autres, 'don enregistré change', 'dons enregistrés changent')} de donateur et de jour\u00A0: les numéros de ce fichier recommencent-ils, chaque année par exemple\u202F? Si oui, ils seraient remplacés. Annulez alors l’import de l’autre fichier, et lisez les deux avec cette colonne comme «\u00A0Numéro de commande\u00A0», un don étant «\u00A0une commande, le même jour\u00A0»\u00A0; ou, si aucun don n’est dans les deux, choisissez ici un autre préfixe que «\u00A0${prefixe}\u00A0».`,
      ]
    : []),
  ...(deplaces.length > 0
    ? [
        `${plural(deplaces.length, 'don enregistré est', 'dons enregistrés sont')} dans ce fichier à un autre jour, sous le même numéro de commande (${deplaces.slice(0, NAMED).join(', ')}${deplaces.length > NAMED ? '…' : ''})\u00A0: si ce jour a été corrigé, annulez d’abord l’import qui l’avait apporté, sinon le don comptera deux fois.`,
      ]
    : []),
]
