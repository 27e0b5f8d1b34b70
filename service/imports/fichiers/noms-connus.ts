import type { ColonneLue } from '#contract/fichiers'
import type { ChampFichier } from '#contract/lecture'
import { FIELDS, normalise } from '#files/entetes'

/** What a column may be. */
export type Propose = NonNullable<ColonneLue['propose']>

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
export const CHAMPS_CONNUS = new Map<string, Propose>([
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
