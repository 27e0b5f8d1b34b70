import type { LectureFichier } from '#contract/lecture'
import type { Random } from '../../service/programs/demo/random'
import type { ChoixOutil, LigneOutil } from './reference/outil'

const COLONNES = [
  'N° paiement',
  'Commande',
  'Date',
  'Statut',
  'Prénom',
  'Nom',
  'Email',
  'CP',
  'Tarif',
  'Montant tarif',
  'Montant promo',
  'Montant option',
  'Référence',
  'Notes',
] as const

const two = (value: number) => String(value).padStart(2, '0')
const euros = (cents: number | null) =>
  cents === null
    ? ''
    : `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)},${two(Math.abs(cents) % 100)}`
const quoted = (cell: string) => (/[;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const cellsOf = (ligne: LigneOutil): Record<(typeof COLONNES)[number], string> => {
  const { instant } = ligne
  return {
    'N° paiement': ligne.numero,
    Commande: ligne.commande,
    Date: `${two(instant.getUTCDate())}/${two(instant.getUTCMonth() + 1)}/${instant.getUTCFullYear()} ${two(instant.getUTCHours())}:${two(instant.getUTCMinutes())}`,
    Statut: ligne.statut,
    Prénom: ligne.prenom,
    Nom: ligne.nom,
    Email: ligne.email,
    CP: ligne.cp,
    Tarif: ligne.tarif,
    'Montant tarif': euros(ligne.montant),
    'Montant promo': ligne.promo === 0 ? '' : euros(ligne.promo),
    'Montant option': ligne.option === 0 ? '' : euros(ligne.option),
    Référence: ligne.reference,
    Notes: 'vue "au" marché ; 2e fois',
  }
}

/** Rows as a file, its columns in any order. */
export function ecrireOutil(lignes: LigneOutil[], colonnes: readonly string[] = COLONNES): string {
  const rows = lignes.map((ligne) => {
    const cells: Record<string, string> = cellsOf(ligne)
    return colonnes.map((name) => quoted(cells[name] ?? '')).join(';')
  })
  return [colonnes.join(';'), ...rows].join('\r\n')
}

/** The columns in another order. */
export const melanger = <Item>(items: readonly Item[], { next }: Random): Item[] =>
  items
    .map((item) => ({ item, at: next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)

export const COLONNES_OUTIL: readonly string[] = COLONNES

export const lectureDe = ({ prefixe, cle, isUtc, sorts }: ChoixOutil): LectureFichier => ({
  ligne_entete: 1,
  colonnes: {
    order_id: 'Commande',
    order_date: 'Date',
    product_code: 'Tarif',
    firstname: 'Prénom',
    lastname: 'Nom',
    email: 'Email',
    zip: 'CP',
  },
  montant: { plus: ['Montant tarif', 'Montant option'], moins: ['Montant promo'] },
  constantes: { codemedia_code: 'Outil' },
  sorts: [{ colonne: 'Statut', valeurs: sorts }],
  sans_effet: ['Tarif'],
  cle: cle === 'numero' ? { colonne: 'N° paiement' } : cle,
  identite: ['email_et_nom', 'nom_et_code_postal'],
  sans_identite: 'rejeter',
  fuseau: isUtc ? 'UTC' : 'tel quel',
  jours: 'auto',
  ...(cle === 'numero' && { reference_remboursement: 'Référence', numeros_repris: 'corrections' }),
  prefixe,
})

const PRENOMS = ['Anne-Marie', 'Zoé', 'Paul', 'Jean Luc'] as const
const NOMS = ["O'Neill", 'Lœb', 'de la Tour', 'Müller'] as const
const STATUTS = ['Validé', 'Refusé', 'Remboursé'] as const

/** The same name as another person would type it. */
const otherwise = (text: string, { pick }: Random) =>
  pick([text, text.toUpperCase(), text.replaceAll('-', ' '), ` ${text} `])

/** Rows of few people, orders and days, so that everything happens: `domaine` makes them nobody else's. */
export function tirerLignes(
  random: Random,
  count: number,
  domaine: string,
  cle: ChoixOutil['cle'],
): LigneOutil[] {
  const { pick, between, chance } = random
  const taken = new Set<string>()
  return Array.from({ length: count }, (_, at) => {
    const commande = String(between(1, 8))
    const drawn = String(between(1, 30))
    const isRendu = chance(0.15)
    const numero = taken.has(drawn) ? `${domaine}-${at}-${between(1, 1e6)}` : drawn
    taken.add(numero)
    const nom = pick(NOMS)
    return {
      numero,
      commande,
      // Few days, and the last hours of a year: in Paris another year has begun.
      instant: new Date(
        Date.UTC(2024, pick([5, 11]), pick([30, 31, 1]) % (32 - 1) || 31, pick([9, 22, 23]), 30),
      ),
      statut: isRendu ? 'Remboursé' : chance(0.15) ? 'Refusé' : STATUTS[0],
      prenom: otherwise(pick(PRENOMS), random),
      nom: otherwise(nom, random),
      email: chance(0.2) ? '' : `${chance(0.5) ? nom.length : between(1, 3)}@${domaine}.org`,
      cp: chance(0.4) ? '' : `7500${between(1, 3)}`,
      tarif: pick(['Don', 'Adhésion', 'Billet']),
      montant: chance(0.05) ? null : between(0, 9) * 550,
      promo: chance(0.2) ? 300 : 0,
      option: chance(0.2) ? 1250 : 0,
      reference: cle === 'numero' && isRendu && chance(0.6) ? String(between(1, 30)) : '',
    }
  })
}

export const SORTS = { Validé: 'compte', Refusé: 'ne_compte_pas', Remboursé: 'rembourse' } as const

/** What the base has under a prefix, gifts and the cards of their donors. */

export const LIGNES = [
  [
    '1',
    '1',
    '05/03/2025 10:12',
    'Validé',
    'Anne',
    'DURAND',
    'anne@ici.org',
    '75001',
    'Don',
    '20,00',
    '',
    '',
    '',
  ],
  [
    '2',
    '2',
    '06/03/2025 10:12',
    'Validé',
    'Paul',
    'MARTIN',
    'paul@ici.org',
    '75001',
    'Don',
    '30,00',
    '',
    '',
    '',
  ],
]
export const ecrire = (lignes: string[][]) =>
  [COLONNES.slice(0, 13), ...lignes].map((ligne) => ligne.join(';')).join('\n')
export const lectureNue = (prefixe: string, sorts: ChoixOutil['sorts'] = SORTS) =>
  lectureDe({ prefixe, cle: 'commande_et_jour', isUtc: false, sorts })
