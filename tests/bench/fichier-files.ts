import { writeLines } from './import-files'

const HEADER =
  'Référence commande;Date de la commande;Statut de la commande;Nom payeur;Prénom payeur;Email payeur;Raison sociale;Moyen de paiement;Tarif;Montant tarif;Code Promo;Montant code promo;Code postal\r\n'
const DONATIONS =
  'id,order_id,order_amount,order_date,contact_id,codemedia_code,campaign_code,origincode_code,product_code\n'
const PRENOMS = ['Anne', 'Zoé', 'Émile', 'Paul', 'Nadia', 'Yves', 'Chloé']
const TARIFS = ['Don libre', 'Adhésion', 'Don régulier', 'Soutien']

const two = (value: number) => String(value).padStart(2, '0')
const hash = (value: number) => Math.imul(value, 2654435761) >>> 0

/** Each tenth order has two rows, so that so many rows make so many orders. */
const ordersOf = (rows: number) => Math.ceil((rows * 10) / 11)

/** What an order is, of a tenth as many donors as orders. */
function orderOf(order: number, orders: number) {
  const drawn = hash(order)
  const donor = (Math.imul(order, 40503) >>> 0) % Math.ceil(orders / 10)
  return {
    donor,
    day: `${two(1 + (drawn % 28))}/${two(1 + (drawn % 12))}/${2013 + (drawn % 13)}`,
    iso: `${2013 + (drawn % 13)}-${two(1 + (drawn % 12))}-${two(1 + (drawn % 28))}`,
    time: `${two(drawn % 24)}:${two(drawn % 60)}`,
    cents: 500 + (drawn % 20_000),
    tarif: TARIFS[drawn & 3] ?? '',
    isDouble: order % 10 === 0,
  }
}

const euros = (cents: number, comma: string) => (cents / 100).toFixed(2).replace('.', comma)

/** Writes about so many rows as HelloAsso exports a shop. */
export const writeHelloAsso = (file: string, rows: number): Promise<void> =>
  writeLines(file, `\ufeff${HEADER}`, ordersOf(rows), (order) => {
    const { donor, day, time, cents, tarif, isDouble } = orderOf(order, ordersOf(rows))
    const line = (amount: number) =>
      `${90_000_000 + order};${day} ${time};Validé;Nom${donor % 200_000};${PRENOMS[donor % 7]};nom${donor}@exemple.fr;;Carte bancaire;${tarif};${euros(amount, ',')};;;${String((donor * 7) % 95_000).padStart(5, '0')}\r\n`
    return isDouble ? line(cents) + line(300) : line(cents)
  })

/** Writes the same gifts as a file of donations. */
export const writeMemesDons = (file: string, rows: number): Promise<void> =>
  writeLines(file, DONATIONS, ordersOf(rows), (order) => {
    const { donor, iso, cents, tarif, isDouble } = orderOf(order, ordersOf(rows))
    const amount = isDouble ? cents + 300 : cents
    return `HA-${90_000_000 + order}-${iso},${90_000_000 + order},${euros(amount, '.')},${iso},HA-${String(donor + 1).padStart(6, '0')},HelloAsso,,,${tarif}\n`
  })
