import {
  type AVerifier,
  aVerifier,
  type Bilan,
  type Decision,
  type Decisions,
  type VerificationDonateur,
  type VerificationFiltres,
  verificationDonateur,
} from '#contract/verification'
import { formatCount, plural } from '#figures/format'
import { call } from '../service.server'
import { cardPath, nameOf } from '../ui/donor-link'
import { pagePlace } from '../ui/print-list'
import type { ShownTable, Table } from '../ui/table'
import { actorOf } from './actor'
import { wholeFile } from './csv.server'
import { defineTableOf } from './define.server'
import { A_VERIFIER, LEGITIMES, linked } from './links'
import { pageOnly } from './paged'

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
export function donateursAVerifier(
  { donateurs, pagination }: AVerifier,
  filters: Record<string, string>,
): ShownTable {
  const table: Table = {
    name: 'donateurs-a-verifier',
    title: `${ETATS[isEtat(filters['etat']) ? filters['etat'] : 'a_verifier']}, ${pagePlace(pagination)}`,
    ...pageOnly(pagination),
    columns: [
      { title: 'Donateur', key: 'nom', format: 'texte' },
      { title: 'Contact', format: 'code' },
      { title: 'Raisons', key: 'raisons', format: 'texte' },
      { title: 'Points', format: 'nombre' },
      { title: 'Dons', format: 'nombre' },
      { title: 'Montant', format: 'montant' },
      { title: 'Dernier don', format: 'jour' },
    ],
    rows: donateurs.map((donateur) => [
      nameOf(donateur),
      donateur.contact_id,
      donateur.raisons.join(' '),
      donateur.points,
      linked(donateur.donations, cardPath(donateur.contact_id)),
      donateur.montant,
      donateur.dernier_don,
    ]),
  }
  const total = pagination.total_items
  const what = plural(total, 'donateur')
  return {
    ...table,
    download: wholeFile(`${A_VERIFIER}.csv`, filters, { page: table, total, what }),
  }
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
      { title: 'Jugés légitimes', format: 'nombre' },
      { title: 'Contacts collectifs', format: 'nombre' },
    ],
    rows: regles.map(({ code, libelle, points, poids, poids_propose, ...bilan }) => [
      `${libelle} (${code})${poids_propose === null ? '' : `\u00A0: ${formatCount(bilan.legitimes)} légitimes sur ${formatCount(bilan.legitimes + bilan.exclus)} décidés, il est proposé qu’elle pèse moins`}`,
      poids === 100 ? points : `${points}, dont ${poids}\u00A0% comptent`,
      ...bilanOf(bilan, { regle: code }),
    ]),
    totals: [['Toutes les règles', '–', ...bilanOf(all, {})]],
  }),
)

const NATURES: Record<Decision['nature'], string> = {
  LEGITIME: 'Légitime',
  COLLECTIF: 'Contact collectif',
  INDIVIDUEL: 'Une seule personne',
}

/** A page of the decisions « légitime »; their file, served by the service, has them all. */
export function decisionsTable(
  { decisions, pagination }: Decisions,
  filters: Record<string, string>,
): ShownTable {
  const table: Table = {
    name: 'donateurs-legitimes',
    title: 'Donateurs jugés légitimes',
    ...pageOnly(pagination),
    columns: [
      { title: 'Contact', key: 'contact', format: 'code' },
      { title: 'Date', format: 'instant' },
      { title: 'Décision', format: 'texte' },
      { title: 'Pourquoi', format: 'texte' },
      { title: 'Par', format: 'texte' },
      { title: 'Malgré ces raisons', format: 'texte' },
      { title: 'Points', format: 'nombre' },
    ],
    rows: decisions.map((decision) => [
      decision.contact_id,
      decision.decide_le,
      NATURES[decision.nature],
      decision.raison,
      actorOf(decision.decide_par, decision.identite),
      decision.connues.join(' '),
      decision.points,
    ]),
  }
  const total = pagination.total_items
  const what = plural(total, 'décision')
  return {
    ...table,
    download: wholeFile(`${LEGITIMES}.csv`, filters, { page: table, total, what }),
  }
}

/** Every time a contact was judged genuine. */
export const decisionsFiche = defineTableOf(
  'fiche-legitime',
  async (request, query) => {
    const contact_id = query.get('contact') ?? ''
    return [await call(verificationDonateur, { params: { contact_id } }, request)]
  },
  ({ contact_id, decisions }: VerificationDonateur) => ({
    title: 'Décisions sur ce contact',
    columns: [
      { title: 'Date', format: 'instant' },
      { title: 'Décision', format: 'texte' },
      { title: 'Pourquoi', format: 'texte' },
      { title: 'Par', format: 'texte' },
      { title: 'Malgré ces raisons', format: 'texte' },
      { title: 'Points', format: 'nombre' },
    ],
    rows: decisions.map((decision) => [
      decision.decide_le,
      NATURES[decision.nature],
      decision.raison,
      actorOf(decision.decide_par, decision.identite),
      decision.connues.join(' '),
      decision.points,
    ]),
    query: { contact: contact_id },
  }),
)
