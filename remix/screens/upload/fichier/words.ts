import type { ChampFichier, Identite, LectureFichier, Sort } from '#contract/lecture'

/** What a source column can be. */
export type Role =
  | ChampFichier
  | 'plus'
  | 'moins'
  | 'sort'
  | 'nom_complet'
  | 'reference_remboursement'

type Choices<Value extends string> = readonly (readonly [value: Value, text: string])[]

/** The roles as they are offered; a group's first ones are those that most files have. */
export const GROUPES: readonly { title: string; roles: Choices<Role> }[] = [
  {
    title: 'Le don',
    roles: [
      ['plus', 'Montant +'],
      ['moins', 'Montant − (retranché)'],
      ['order_date', 'Date du don'],
      ['order_id', 'Numéro de commande'],
      ['id', 'Numéro du don'],
      ['campaign_code', 'Campagne'],
      ['codemedia_code', 'Média'],
      ['origincode_code', 'Origine'],
      ['product_code', 'Produit'],
    ],
  },
  {
    title: 'Le donateur',
    roles: [
      ['lastname', 'Nom'],
      ['firstname', 'Prénom'],
      ['nom_complet', 'Nom complet (prénom et nom)'],
      ['email', 'E-mail'],
      ['company', 'Société'],
      ['zip', 'Code postal'],
      ['city', 'Ville'],
      ['phone', 'Téléphone'],
      ['civility', 'Civilité'],
      ['birthdate', 'Date de naissance'],
      ['contact_id', 'Numéro du donateur (le vôtre)'],
      ['client', 'Numéro de client (de l’outil)'],
    ],
  },
  {
    title: 'Ce qui décide',
    roles: [
      ['sort', 'Ligne comptée\u00A0: dit si la ligne compte'],
      ['reference_remboursement', 'Référence du remboursement'],
    ],
  },
]

export const ROLES: ReadonlyMap<string, string> = new Map(GROUPES.flatMap(({ roles }) => roles))

export const isRole = (value: unknown): value is Role =>
  typeof value === 'string' && ROLES.has(value)

/** Fields that a source column cannot be; the others are called alike. */
const AUTRES: Readonly<Record<string, string>> = {
  order_amount: 'Montant',
  is_company: 'Société, oui ou non',
}

/** What a field is called on screens, without what helps to choose it. */
export const fieldName = (field: string): string =>
  (ROLES.get(field) ?? AUTRES[field] ?? field).replace(/(\u00A0:| \().*$/, '')

export const SORTS: Choices<Sort> = [
  ['compte', 'Compte'],
  ['ne_compte_pas', 'Ne compte pas'],
  ['rembourse', 'Rembourse un don'],
]

/** The form's field for the fate of all values that it leaves undecided. */
export const OTHER_FATES = 'sort-autres'

/** Of a currency: nothing is converted. */
export const SORTS_DE_DEVISE: Choices<Sort> = [
  ['compte', 'Ces montants sont en euros'],
  ['ne_compte_pas', 'Ne compte pas'],
  ['rembourse', 'Rembourse un don, en euros'],
]

/** The form's field for the column that decides nothing, by its place. */
export const DECIDES_NOTHING = 'sort-rien'

export const IDENTITES: Choices<Identite> = [
  ['numero', 'son numéro de donateur'],
  ['client', 'son numéro de client dans l’outil'],
  ['email_et_nom', 'son e-mail et son nom'],
  ['nom_et_code_postal', 'son nom et son code postal'],
]

export const SANS_IDENTITE: Choices<LectureFichier['sans_identite']> = [
  ['rejeter', 'La ligne est rejetée'],
  ['anonyme', 'Le don va à «\u00A0Donateur anonyme\u00A0»'],
]

export const FUSEAUX: Choices<LectureFichier['fuseau']> = [
  ['tel quel', 'En France\u00A0: le jour écrit est le bon'],
  ['UTC', 'En temps universel (UTC)\u00A0: le jour est celui de Paris'],
]

export const JOURS: Choices<LectureFichier['jours']> = [
  ['auto', 'jour d’abord, ou année d’abord'],
  ['jma', 'jour, mois, année (31/12/2025)'],
  ['mja', 'mois, jour, année (12/31/2025)'],
  ['amj', 'année, mois, jour (2025-12-31)'],
]

export const CONSTANTES: Choices<keyof LectureFichier['constantes']> = [
  ['campaign_code', 'Campagne'],
  ['codemedia_code', 'Média'],
  ['origincode_code', 'Origine'],
  ['product_code', 'Produit'],
]

export const PAR_COMMANDE = 'commande_et_jour'
export const PAR_RANG = 'contact_jour_montant'

/** What a hostile or empty name, or cell, is shown as. */
export const shownText = (text: string): string => text.trim() || '(vide)'
