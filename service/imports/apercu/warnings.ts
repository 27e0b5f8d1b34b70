import { sql } from 'kysely'
import type { Db } from '../../database/connect'
import { type Order, readRows } from '../ecriture/write'

const PERCENT = new Intl.NumberFormat('fr-FR', { style: 'percent', maximumFractionDigits: 1 })
const EUROS = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' })
const NUMBER = new Intl.NumberFormat('fr-FR')

/** The mean amount of a donation above 0 in the files imported before. */
async function usualMean(db: Db): Promise<number | null> {
  const { rows } = await sql<{ moyenne: number | null }>`
    select sum((resultat ->> 'montant_ecrit')::numeric)
      / nullif(sum((resultat ->> 'inseres')::numeric + (resultat ->> 'modifies')::numeric
        + (resultat ->> 'inchanges')::numeric - (resultat ->> 'zeros')::numeric), 0) as moyenne
    from imports
    where type = 'donations' and statut = 'completed'
  `.execute(db)
  return rows[0]?.moyenne ?? null
}

/** What looks wrong with a file, in sentences for the person who is about to import it. */
export async function warn(db: Db, order: Order): Promise<string[]> {
  const { type, lecture } = order
  const read = readRows(order)
  const sentences: string[] = []
  if (read.total === 0)
    sentences.push('Ce fichier n’a que son en-tête\u00a0: il n’y a rien à importer.')
  if (read.rejets > read.total * 0.05)
    sentences.push(
      `${PERCENT.format(read.rejets / read.total)} des lignes sont rejetées\u00a0: vérifiez que le fichier est complet et au bon format.`,
    )
  if (
    type === 'donateurs' &&
    ['order_amount', 'montant', 'amount', 'order_date'].some((name) =>
      lecture.ignorees.includes(name),
    )
  )
    sentences.push(
      'Ce fichier contient des montants ou des dates de dons\u00a0: il ressemble à un fichier de donations, à importer sous l’autre onglet.',
    )
  if (type === 'donateurs' && !('lastname' in lecture.places))
    sentences.push(
      'Ce fichier ne nomme aucune colonne de nom\u00a0: les fiches seront enregistrées sans nom.',
    )
  if (type === 'donations' && read.valides > 0) {
    const mean = read.centimes / 100 / read.valides
    const usual = await usualMean(db)
    if (usual !== null && usual > 0 && mean > usual * 10)
      sentences.push(
        `Le don moyen de ce fichier (${EUROS.format(mean)}) dépasse dix fois celui des fichiers précédents (${EUROS.format(usual)})\u00a0: les montants sont-ils en centimes\u00a0?`,
      )
  }
  if (lecture.troisDecimales > 0)
    sentences.push(
      `${NUMBER.format(lecture.troisDecimales)} montant${lecture.troisDecimales > 1 ? 's s’écrivent' : ' s’écrit'} avec un point et trois chiffres (1.234)\u00a0: lu${lecture.troisDecimales > 1 ? 's' : ''} comme des décimales (1,23\u00a0€).`,
    )
  return sentences
}
