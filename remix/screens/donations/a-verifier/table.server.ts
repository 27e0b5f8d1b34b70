import {
  type AVerifier,
  aVerifier,
  aVerifierCsv,
  type Bilan,
  type Decisions,
  decisionsCsv,
  type VerificationDonateur,
  type VerificationFiltres,
  verificationDonateur,
} from '#contract/verification'
import { formatCount, plural } from '#figures/format'
import { COLONNES_A_VERIFIER, colonnesDecisions } from '#files/verification-columns'
import { call } from '../../../service/service.server'
import { defineTableOf } from '../../../tables/define.server'
import { A_VERIFIER, linked } from '../../../tables/links'
import { listTable, shownOf } from '../../../tables/list.server'
import { cardPath } from '../../../ui/donor-link'
import { pagePlace } from '../../../ui/print-list'
import type { ShownTable } from '../../../ui/table'

/** Subsets of the donors with enough points, with their list titles. */
export const ETATS: Record<VerificationFiltres['etat'], string> = {
  a_verifier: 'Donateurs à vérifier',
  exclus: 'Donateurs signalés et exclus',
  legitimes: 'Donateurs signalés et jugés légitimes',
  collectifs: 'Contacts collectifs signalés',
  tous: 'Donateurs signalés',
}

const isEtat = (etat: string | undefined): etat is keyof typeof ETATS =>
  etat !== undefined && Object.hasOwn(ETATS, etat)

/** Links a count of a rule's donors, or of all, to its list. */
const linkedTo = (count: number, query: { regle?: string; etat?: keyof typeof ETATS }) =>
  linked(count, `${A_VERIFIER}?${new URLSearchParams(query)}`)

/** A page of the donors to review; their file, served by the service, has them all. */
export const donateursAVerifier = (
  { donateurs, vagues, pagination }: AVerifier,
  query: Record<string, string>,
): ShownTable => {
  const waves = Object.keys(query).length === 0 ? vagues.length : 0
  return listTable({
    name: 'donateurs-a-verifier',
    title: `${ETATS[isEtat(query['etat']) ? query['etat'] : 'a_verifier']}, ${pagePlace(pagination)}`,
    colonnes: COLONNES_A_VERIFIER,
    rows: donateurs,
    pagination,
    cells: { dons: ({ contact_id, donations }) => linked(donations, cardPath(contact_id)) },
    file: {
      href: aVerifierCsv.page,
      query,
      what: [
        plural(pagination.total_items, 'donateur'),
        ...(waves > 0 ? [plural(waves, 'vague')] : []),
      ].join(' et '),
    },
  })
}

/** Findings and decisions. */
const bilanOf = (bilan: Bilan, query: { regle?: string }) => [
  linkedTo(bilan.signales, { ...query, etat: 'tous' }),
  bilan.montant,
  linkedTo(bilan.a_verifier, query),
  linkedTo(bilan.exclus, { ...query, etat: 'exclus' }),
  linkedTo(bilan.legitimes, { ...query, etat: 'legitimes' }),
  linkedTo(bilan.collectifs, { ...query, etat: 'collectifs' }),
]

/** Findings and outcomes per rule; a donor named by several counts once in the total. */
export const reglesDeVerification = defineTableOf(
  'regles-de-verification',
  async (request) => [await call(aVerifier, { query: { limit: 1 } }, request)],
  ({ regles, bilan: all }: AVerifier) => ({
    title: 'Les règles, et ce qu’elles ont trouvé',
    columns: [
      { title: 'Règle', format: 'texte' },
      { title: 'Points', format: 'texte' },
      { title: 'Signalés en tout', format: 'nombre' },
      { title: 'Montant', format: 'montant' },
      { title: 'À vérifier', format: 'nombre' },
      { title: 'Exclus', format: 'nombre' },
      { title: 'Jugés légitimes', format: 'nombre', more: true },
      { title: 'Contacts collectifs', format: 'nombre', more: true },
    ],
    rows: regles.map(({ code, libelle, points, poids, poids_propose, muette, ...bilan }) => [
      `${libelle} (${code})${poids_propose === null ? '' : `\u00A0: ${formatCount(bilan.legitimes)} légitimes sur ${formatCount(bilan.legitimes + bilan.exclus)} décidés, il est proposé qu’elle pèse moins`}`,
      [poids === 100 ? points : `${points}, dont ${poids}\u00A0% comptent`, muette]
        .filter(Boolean)
        .join('\u00A0; '),
      ...bilanOf(bilan, { regle: code }),
    ]),
    totals: [['Toutes les règles', '–', ...bilanOf(all, {})]],
  }),
)

/** A page of the decisions « légitime »; their file, served by the service, has them all. */
export const decisionsTable = (
  { decisions, pagination }: Decisions,
  query: Record<string, string>,
): ShownTable =>
  listTable({
    name: 'donateurs-legitimes',
    title: 'Donateurs jugés légitimes',
    colonnes: colonnesDecisions('tous'),
    rows: decisions,
    pagination,
    file: {
      href: decisionsCsv.page,
      query,
      what: plural(pagination.total_items, 'décision'),
    },
  })

/** Every time a contact was judged genuine. */
export const decisionsFiche = defineTableOf(
  'fiche-legitime',
  async (request, query) => {
    const contact_id = query.get('contact') ?? ''
    return [await call(verificationDonateur, { params: { contact_id } }, request)]
  },
  ({ contact_id, decisions }: VerificationDonateur) => ({
    title: 'Décisions sur ce contact',
    ...shownOf(colonnesDecisions('contact'), decisions),
    query: { contact: contact_id },
  }),
)
