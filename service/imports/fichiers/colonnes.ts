import type { ColonneLue } from '#contract/fichiers'
import type { ChampFichier } from '#contract/lecture'
import { FIELDS, normalise } from '#files/entetes'
import { readCode } from '../parsing/cells/values'
import { titreNom, titreNumero } from '../parsing/lexique'
import { createScanner } from '../parsing/rows/scanner'
import { shorten } from './apercu'
import {
  estArgent,
  estCodePostal,
  estDate,
  estEmail,
  estMontant,
  peutDecider,
  TITRE_D_ARGENT,
  VALEURS_D_UN_SORT,
} from './decideurs'
import type { Entete } from './entete'
import { createOrdre } from './jours'

type Propose = NonNullable<ColonneLue['propose']>

const words = (text: string) => text.split(' | ').map(normalise)

/** What names make of a column, beside the names that the two other tabs know. */
const NOMS: readonly (readonly [Propose, readonly string[]])[] = [
  [
    'contact_id',
    words(
      'Numéro de donateur | N° donateur | N° de donateur | Code donateur | Numéro d’adhérent | N° adhérent | N° d’adhérent',
    ),
  ],
  [
    'id',
    words(
      'Numéro du don | N° du don | N° de don | N° don | Référence du don | Référence du paiement | Numéro de transaction | N° de transaction | N° transaction',
    ),
  ],
  [
    'order_id',
    words(
      'Référence commande | Référence de commande | Numéro de commande | Numéro de la commande | N° de commande | N° commande | Order ID | Order Number | Numéro d’écriture',
    ),
  ],
  [
    'order_date',
    words(
      'Date de la commande | Date du don | Date Received | Donation Date | Donated At | charge_date | Created (UTC) | Created date (UTC) | Date de paiement | Date du paiement | Date de versement | Date du versement | Date de règlement | Date de réception | Date d’encaissement | Date de la transaction | Date de transaction | Date d’opération | Date opération | Reçu le | Payé le | Versé le | Encaissé le | Payment Date',
    ),
  ],
  [
    'plus',
    words(
      'Montant tarif | Montant | Montant du don | Amount | Avant commission | Gross | Total Amount | Donation Total | order_amount | Montant (€) | Montant en euros | Montant versé | Montant du versement | Somme | Crédit | Montant crédit',
    ),
  ],
  ['moins', words('Montant code promo | Amount Refunded | Montant remboursé | amount_refunded')],
  [
    'sort',
    words(
      'Statut de la commande | Statut du don | Statut du paiement | Statut de paiement | État du paiement | Payment Status | Statut | État | Status | Donation Status | Contribution Status | StageName',
    ),
  ],
  [
    'email',
    words(
      'Email payeur | Email | E-mail | Adresse e-mail | Adresse mail | Adresse électronique | Donor Email | Email Address | Customer Email | De l’adresse email | From Email Address',
    ),
  ],
  [
    'lastname',
    words('Nom payeur | Nom de famille | Last Name | Donor’s Last Name | customers.family_name'),
  ],
  [
    'firstname',
    words(
      'Prénom payeur | Prénom du donateur | Prénom donateur | First Name | Donor’s First Name | customers.given_name',
    ),
  ],
  [
    'company',
    words(
      'Raison sociale | Société | Entreprise | Company Name | Donating Company | customers.company_name | Organisme',
    ),
  ],
  [
    'zip',
    words('Code postal | Code Postal acheteur | CP | Zip | Postal Code | customers.postal_code'),
  ],
  ['city', words('Ville | City | Ville acheteur | customers.city')],
  [
    'phone',
    words(
      'Téléphone | Tel | Mobile | Portable | N° de téléphone | Numéro de téléphone | Phone | Numéro de téléphone du contact',
    ),
  ],
  ['client', words('Customer ID | Donor ID | Donor Id | customers.id | Numéro de client')],
  [
    'nom_complet',
    words(
      'Nom complet | Nom et prénom | Nom prénom | Nom / prénom | Prénom et nom | Prénom nom | Nom du donateur | Nom donateur | Name | Donateur | Contributeur | Full Name | Donor Name',
    ),
  ],
  [
    'birthdate',
    words('Date de naissance | Né le | Née le | Né(e) le | Date of birth | Birth date'),
  ],
  ['product_code', words('Tarif | Formule | Billet | Produit')],
  ['campaign_code', words('Campagne | Campaign | Form Title')],
  ['reference_remboursement', words('Numéro de la transaction de référence | Reference Txn ID')],
]

/** The fields of both tabs that a file of both has, first those of gifts. */
const CHAMPS_CONNUS = new Map<string, Propose>([
  ...FIELDS.donateurs
    .filter(({ field }) => field !== 'contact_id' && field !== 'is_company')
    .flatMap(({ field, aliases }) =>
      [field, ...aliases].map((name): [string, Propose] => [
        normalise(name),
        field as ChampFichier,
      ]),
    ),
  ...FIELDS.donations.flatMap(({ field, aliases }) =>
    [field, ...aliases].map((name): [string, Propose] => [
      normalise(name),
      field === 'order_amount' ? 'plus' : (field as ChampFichier),
    ]),
  ),
  ...NOMS.flatMap(([propose, names]) => names.map((name): [string, Propose] => [name, propose])),
])

export const NOMS_CONNUS: ReadonlySet<string> = new Set(CHAMPS_CONNUS.keys())

/** Of the first rows only, fewer where they have many cells. */
const ROWS = 1_000
const CELLS = 20_000
const PIECE = 64 * 1024
const EXAMPLES = 3

interface Vu {
  remplies: number
  /** How many of the filled cells look like this. */
  comme: Map<Propose, number>
  /** How many are written as money: with cents, or a currency. */
  argent: number
  ordre: ReturnType<typeof createOrdre>
  /** Its distinct cells, until they are many. */
  valeurs: Set<string>
  /** No two rows have the same, and each has one. */
  toutes: Set<string>
}

const createVu = (): Vu => ({
  remplies: 0,
  comme: new Map(),
  argent: 0,
  ordre: createOrdre(),
  valeurs: new Set(),
  toutes: new Set(),
})

const LOOKS: readonly (readonly [Propose, (text: string) => boolean])[] = [
  ['email', estEmail],
  ['order_date', estDate],
  ['zip', estCodePostal],
  ['plus', estMontant],
]

/** Numbers are amounts where most of them are written as money, or their name says so; but not what they leave. */
const isOfAmounts = (name: string, { remplies, argent }: Vu) =>
  (argent >= remplies / 2 || TITRE_D_ARGENT.test(name)) &&
  !/frais|commission|fee|tva|remise|promo|solde|balance|debit/.test(name)

const TITRE_RENDU = /rembours|refund|erstatt|reembols|rimbors/

/** What nearly all filled cells of a column look like. */
function looksLike(name: string, vu: Vu): Propose | null {
  const { remplies, comme } = vu
  for (const [propose] of LOOKS)
    if (remplies >= 2 && (comme.get(propose) ?? 0) >= remplies * 0.95) {
      if (propose !== 'plus') return propose
      if (!isOfAmounts(name, vu)) return null
      if (!TITRE_RENDU.test(name)) return propose
      // What was given back is taken off; where it is written below 0 already, people say what becomes of it.
      return [...vu.toutes].some((text) => /^[-\u2212(]/.test(text)) ? null : 'moins'
    }
  return null
}

/** Days of one column that are not those of the other. */
const differ = ({ toutes: one }: Vu, { toutes: other }: Vu) =>
  one.size !== other.size || [...one].some((text) => !other.has(text))

/** Each proposal stands once, but amounts and what decides. */
const MANY: readonly Propose[] = ['plus', 'moins', 'sort']

/** Looks at the first rows below a header: each column with examples, and what it may be. */
export function lireColonnes(entete: Entete, head: Buffer, isWhole: boolean): ColonneLue[] {
  const width = entete.noms.length
  const seen = entete.noms.map(createVu)
  const most = Math.min(ROWS, Math.ceil(CELLS / width))
  let rows = 0
  const scanner = createScanner({
    delimiter: entete.delimiteur,
    width,
    firstLine: entete.dataLine,
    accept: (row) => {
      if (rows >= most) return undefined
      rows++
      for (let place = 0; place < Math.min(width, row.count); place++) {
        const text = readCode(row.bytes.toString('utf8', row.starts[place], row.ends[place]))
        const column = seen[place]
        if (text === undefined || !column) continue
        column.remplies++
        column.toutes.add(text)
        if (column.valeurs.size <= VALEURS_D_UN_SORT) column.valeurs.add(shorten(text))
        if (text.length > LONGEST) continue
        if (estArgent(text)) column.argent++
        column.ordre.add(text)
        for (const [propose, looks] of LOOKS)
          if (looks(text)) column.comme.set(propose, (column.comme.get(propose) ?? 0) + 1)
      }
      return undefined
    },
    reject: () => undefined,
  })
  for (let at = entete.dataStart; at < head.length && rows < most; at += PIECE)
    scanner.push(head.subarray(at, at + PIECE))
  if (isWhole && rows < most) scanner.end()

  const taken = new Set<Propose>()
  const take = (propose: Propose | null | undefined) => {
    if (!propose || (taken.has(propose) && !MANY.includes(propose))) return null
    taken.add(propose)
    return propose
  }
  const known = entete.noms.map((nom) => CHAMPS_CONNUS.get(normalise(nom)) ?? titreNom(nom))
  // Of two columns, « Nom du donateur » is what « Prénom du donateur » leaves, « Nombre » what « Apellidos » does.
  const [isFirst, isLast] = [known.includes('firstname'), known.includes('lastname')]
  const whole =
    isFirst && !isLast ? 'lastname' : isLast && !isFirst ? 'firstname' : ('nom_complet' as const)
  const isWholeName = (nom: string) => whole !== 'firstname' || titreNom(nom) !== undefined
  const byName = entete.noms.map((nom, place) => {
    const one = known[place]
    return take(one === 'nom_complet' && isWholeName(nom) ? whole : one)
  })
  const isNumber = (nom: string, place: number) =>
    rows > 1 &&
    byName[place] === null &&
    seen[place]?.toutes.size === rows &&
    titreNumero(nom) &&
    !TITRE_D_ARGENT.test(normalise(nom)) &&
    seen[place].argent === 0
  if (!taken.has('id') && !taken.has('order_id')) {
    const numbers = entete.noms.findIndex(isNumber)
    if (numbers >= 0) byName[numbers] = take('id')
  }
  const jours = seen.filter(
    (vu, place) =>
      byName[place] === null && looksLike(normalise(entete.noms[place] ?? ''), vu) === 'order_date',
  )
  // Which of several days is that of the gift, nothing in their cells says.
  if (jours.some((vu) => differ(vu, jours[0] ?? vu))) taken.add('order_date')
  return entete.noms.map((nom, place) => {
    const column = seen[place] ?? createVu()
    const named = byName[place] ?? null
    const { remplies, valeurs: seenValues } = column
    const valeurs = seenValues.size > VALEURS_D_UN_SORT ? undefined : [...seenValues]
    const looks = () =>
      peutDecider({ nom, valeurs, remplies, lignes: rows })
        ? 'sort'
        : looksLike(normalise(nom), column)
    const like = named === null ? looks() : null
    // One column of amounts is plenty to suppose: others may be fees.
    const supposed = like === 'plus' && taken.has('plus') ? null : take(like)
    return {
      place: place + 1,
      nom: shorten(nom),
      remplissage: rows === 0 ? 0 : Math.round((1000 * column.remplies) / rows) / 10,
      exemples: [...column.valeurs].slice(0, EXAMPLES),
      propose: named ?? supposed,
      suppose: named === null && supposed !== null,
      jours: column.ordre.found(),
    }
  })
}

/** Longer cells are texts. */
const LONGEST = 100
