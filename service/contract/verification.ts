import { z } from 'zod'
import { decision } from './actes'
import { csvEndpoint, endpoint } from './endpoint'
import { Contacts } from './exclure-plusieurs'
import { ContactId, RaisonsVues } from './exclusions'
import { pageQuery, Pagination } from './pagination'
import { ContactReconnu } from './recherche'
import { Vague } from './vagues'
import { Annee, Instant, Jour, JourSaisi, LIGNES_AU_PLUS, Montant, Nombre, Texte } from './values'

/** The rules, in the order in which people read them. */
export const CODES_REGLES = [
  ...(['T1', 'N6', 'N1', 'N2', 'N3', 'N4', 'N5', 'N7', 'T3', 'T2', 'C2', 'C3'] as const),
  ...(['M1', 'M2', 'A1', 'A2', 'A3', 'B1', 'B2', 'R1', 'B3', 'B4', 'C1', 'V1'] as const),
] as const
export const CodeRegle = z.enum(CODES_REGLES, 'Cette règle n’existe pas.')
export type CodeRegle = z.infer<typeof CodeRegle>

/**
 * The donors with enough points and what became of them: still to be looked at, excluded, judged genuine, or said to be
 * collective contacts, which is no judgement on a rule.
 */
const Bilan = z.object({
  signales: Nombre,
  a_verifier: Nombre,
  montant: Montant,
  exclus: Nombre,
  legitimes: Nombre,
  collectifs: Nombre,
})
export type Bilan = z.infer<typeof Bilan>

/** A rule with those of them whom it names, how much it weighs (%), and which lesser weight people's decisions suggest. */
const Regle = Bilan.extend({
  code: CodeRegle,
  libelle: z.string(),
  points: z.string(),
  poids: Nombre,
  poids_propose: Nombre.nullable(),
  /** What of it does not count, since so many of the donors bear it: « muette : 9,5 % des donateurs ». */
  muette: z.string().nullable(),
})

/** Genuine; or a contact that stands for several givers, or does no more. */
export const NATURES_DECISION = ['LEGITIME', 'COLLECTIF', 'INDIVIDUEL'] as const

/** Somebody judged a donor genuine, or said whether a contact is collective, although these reasons were known. */
export const Decision = z.object({
  decision_id: z.string(),
  contact_id: z.string(),
  nature: z.enum(NATURES_DECISION),
  raison: z.string(),
  decide_par: z.string(),
  identite: z.string().nullable(),
  decide_le: Instant,
  points: Nombre,
  connues: z.array(z.string()).max(100),
})
export type Decision = z.infer<typeof Decision>

/**
 * `raisons` are sentences, the weightiest first; `raisons_vues` names them, for a decision on no others. `legitime_le`:
 * when the donor was last judged genuine; `legitime`: there is no new reason since. `montant` and `donations` are those of the whole
 * career.
 */
const DonateurAVerifier = ContactReconnu.extend({
  points: Nombre,
  raisons: z.array(z.string()).max(100),
  raisons_vues: z.string(),
  legitime_le: Instant.nullable(),
  legitime: z.boolean(),
  /** Stands for several givers: so said, and never to be looked at for what the rules find. */
  collectif: z.boolean(),
  donations: Nombre,
  montant: Montant,
  premier_don: Jour,
  dernier_don: Jour,
})
export type DonateurAVerifier = z.infer<typeof DonateurAVerifier>

/** `trouves_le` is null, and nothing is there, before the first look; `en_retard`: figures, contacts or the import are newer. */
export const AVerifier = z.object({
  trouves_le: Instant.nullable(),
  en_retard: z.boolean(),
  points_min: Nombre,
  total: Nombre,
  montant: Montant,
  bilan: Bilan,
  regles: z.array(Regle).max(100),
  /** Waves that nobody decided on: each is one thing, and its donors are in no list for it. */
  vagues: z.array(Vague).max(100),
  donateurs: z.array(DonateurAVerifier).max(LIGNES_AU_PLUS),
  pagination: Pagination,
})
export type AVerifier = z.infer<typeof AVerifier>

/** What is found about a contact as a decision may name it; `raisons_vues` is empty where nothing is. */
const EtatVerification = z.object({
  a_verifier: z.boolean(),
  points: Nombre,
  raisons_vues: z.string(),
})
export type EtatVerification = z.infer<typeof EtatVerification>

/** Whom to show of those with enough points: by what became of them. */
export const ETATS_VERIFICATION = [
  'a_verifier',
  'exclus',
  'legitimes',
  'collectifs',
  'tous',
] as const

const Filtres = z.object({
  regle: CodeRegle.optional(),
  etat: z.enum(ETATS_VERIFICATION, 'Cet état n’existe pas.').default('a_verifier'),
  /** Only who is shown since this import, and was not before. */
  import: z.guid('Cet import n’existe pas.').optional(),
  /** Only who counts in this year. */
  donne_en: Annee.optional(),
  /** Only who counts in the year of this day, up to it. */
  au: JourSaisi.optional(),
})
export type VerificationFiltres = z.infer<typeof Filtres>

export const aVerifier = endpoint({
  path: '/api/donateurs/a-verifier',
  summary:
    'Donors who may be fakes, with the reasons, largest amount first; past the end answers the last page',
  query: Filtres.extend(pageQuery(20).shape),
  answer: AVerifier,
})

export const aVerifierChoisis = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/donateurs/choisis-a-verifier',
  summary: 'Those of these donors who are still to be looked at, with their reasons',
  body: z.object({ contacts: Contacts }),
  answer: z.object({ donateurs: z.array(DonateurAVerifier).max(100) }),
})

export const aVerifierCsv = csvEndpoint({
  path: '/api/donateurs/a-verifier.csv',
  page: '/donations/a-verifier.csv',
  journal: { code: 'a_verifier', nom: 'Donateurs à vérifier' },
  summary: 'All donors to be looked at as CSV for Excel',
  query: Filtres,
})

/**
 * What the rules found about one contact, also with fewer points than are shown (`a_verifier`: is shown), and every time
 * somebody judged it genuine, the latest first.
 */
export const VerificationDonateur = EtatVerification.extend({
  contact_id: z.string(),
  exclu: z.boolean(),
  collectif: z.boolean(),
  raisons: z.array(z.string()).max(100),
  decisions: z.array(Decision).max(LIGNES_AU_PLUS),
})
export type VerificationDonateur = z.infer<typeof VerificationDonateur>

export const verificationDonateur = endpoint({
  path: '/api/donateurs/a-verifier/:contact_id',
  summary: 'Why a contact may be a fake donor, and who judged it genuine',
  params: z.object({ contact_id: ContactId }),
  answer: VerificationDonateur,
})

/** `decision_id` makes a repeated post have one effect; with `raisons_vues` it holds for these reasons and no others. */
export const juger = endpoint({
  method: 'POST',
  path: '/api/donateurs/legitime',
  summary: 'Judges a donor genuine: it is to be looked at again only for a new reason',
  body: z.object({
    contact_id: ContactId,
    raisons_vues: RaisonsVues.optional(),
    ...decision('Dites pourquoi ce donateur est légitime.'),
  }),
  answer: z.object({ message: z.string(), decision: Decision }),
})

/** Days are those of Europe/Paris, both included. */
export const DecisionsFiltres = z.object({
  contact_id: Texte.max(200).optional(),
  du: JourSaisi.optional(),
  au: JourSaisi.optional(),
})
export type DecisionsFiltres = z.infer<typeof DecisionsFiltres>

export const Decisions = z.object({
  decisions: z.array(Decision).max(LIGNES_AU_PLUS),
  pagination: Pagination,
})
export type Decisions = z.infer<typeof Decisions>

export const decisions = endpoint({
  path: '/api/donateurs/legitimes',
  summary: 'Every time somebody judged a donor genuine, latest first; past the end the last page',
  query: DecisionsFiltres.extend(pageQuery(50).shape),
  answer: Decisions,
})

export const decisionsCsv = csvEndpoint({
  path: '/api/donateurs/legitimes.csv',
  page: '/donations/legitimes.csv',
  summary: 'The same as CSV for Excel',
  query: DecisionsFiltres,
})
