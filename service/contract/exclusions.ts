import { z } from 'zod'
import { Acteur, idDe, Nom, raisonOu } from './actes'
import { RAISON_PAR_DEFAUT, RAISON_REINTEGRATION, TYPES_EVENEMENTS } from './constants'
import { csvEndpoint, endpoint } from './endpoint'
import { Tranche } from './montants'
import { pageQuery, Pagination } from './pagination'
import {
  ANNEES_AU_PLUS,
  Instant,
  JourSaisi,
  LIGNES_AU_PLUS,
  MEMBRES_AU_PLUS,
  Montant,
  Nombre,
  Texte,
} from './values'

export const ContactId = Texte.min(1, 'L’identifiant du contact est obligatoire.').max(
  200,
  'L’identifiant du contact est trop long (200 caractères au plus).',
)

/** Which reasons to doubt a donor somebody saw before deciding. */
export const RaisonsVues = z
  .string()
  .regex(/^[0-9a-f]{32}$/, 'Ces raisons ne sont pas lisibles. Rechargez la page et recommencez.')

/** The donors excluded last, of `total` in all: the history has every one. */
export const EXCLUS_AU_PLUS = 1000

export const Exclusions = z.object({
  exclusions: z
    .array(
      z.object({
        contact_id: z.string(),
        raison: z.string(),
        exclu_par: z.string(),
        exclu_le: Instant,
        numero: z.number().int(),
      }),
    )
    .max(EXCLUS_AU_PLUS),
  total: Nombre,
})
export type Exclusions = z.infer<typeof Exclusions>

export const EvenementType = z.enum(
  Object.keys(TYPES_EVENEMENTS) as (keyof typeof TYPES_EVENEMENTS)[],
)
export type EvenementType = z.infer<typeof EvenementType>
export type TypeDecision = Extract<EvenementType, 'EXCLUSION' | 'REINTEGRATION'>

/**
 * One event of the log, as hashed: `survenu_le` in UTC with six decimals, the hashes 64 hexadecimal digits
 * (`empreinte_precedente` of the first event is 64 zeros). An arrêté (ARRETE) is about no donor (`contact_id` is '') but
 * names `publication`, whose figures `sceau` is the hash of; all others have neither. A FUSION (`contact_id` is
 * `contact_principal`), a SEPARATION (leaves it) and DISTINCTS (the two are two people, whatever `connues`) name another
 * contact.
 */
export const Evenement = z.object({
  numero: z.number().int(),
  evenement_id: z.string(),
  contact_id: z.string(),
  type: EvenementType,
  raison: z.string(),
  exclu_par: z.string(),
  identite: z.string().nullable(),
  survenu_le: Instant,
  donations_concernees: Nombre,
  montant_concerne: Montant,
  publication: z.number().int().nullable(),
  sceau: z.string().nullable(),
  contact_principal: z.string().nullable(),
  connues: z.string().nullable(),
  empreinte_precedente: z.string(),
  empreinte: z.string(),
})
export type Evenement = z.infer<typeof Evenement>

export const exclusionsListe = endpoint({
  path: '/api/exclusions/liste',
  summary: 'The donors excluded now, those excluded last first, and how many they are',
  answer: Exclusions,
})

/** `evenement_id` makes a repeated post have one effect; `numero_attendu` is the donor's last event number as the form saw it (0 for none). */
const Commande = z.object({
  contact_id: ContactId,
  evenement_id: idDe('l’événement'),
  numero_attendu: z.coerce.number().int().nonnegative().optional(),
  exclu_par: Acteur,
  nom: Nom,
})

/** The donor's present state, which a 409 carries as `etat`. */
export const EtatDonateur = z.object({
  contact_id: z.string(),
  exclu: z.boolean(),
  numero_attendu: Nombre,
})
export type EtatDonateur = z.infer<typeof EtatDonateur>

/** With `raisons_vues` the donor is still to be looked at, for these reasons and no others. */
export const Exclusion = Commande.extend({
  raison: raisonOu(RAISON_PAR_DEFAUT),
  raisons_vues: RaisonsVues.optional(),
})

export const exclure = endpoint({
  method: 'POST',
  path: '/api/exclusions/exclure',
  summary: 'Excludes a donor as fake: its donations count no longer',
  body: Exclusion,
  answer: z.object({
    message: z.string(),
    donations_exclues: Nombre,
    montant_exclu: Montant,
    evenement: Evenement,
  }),
})

export const reintegrer = endpoint({
  method: 'POST',
  path: '/api/exclusions/reintegrer',
  summary: 'Reinstates an excluded donor: its donations count again',
  body: Commande.extend({
    raison: raisonOu(RAISON_REINTEGRATION),
  }),
  answer: z.object({ message: z.string(), evenement: Evenement }),
})

/** Where the figures of a year count a donor, by the codes of their calls. */
export const Compte = z.object({
  groupe: z.enum(['nouveaux', 'anciens']),
  tranche_total: Tranche,
  tranche_dernier: Tranche,
  segment: z.enum(['beginners', 'fideles', 'super_fideles']),
  profil_campagne: z.string(),
  codemedia_code: z.string(),
  origincode_code: z.string(),
})
export type Compte = z.infer<typeof Compte>

/**
 * What excluding or reinstating this donor would change, by year. `compte`: in each figure of that year one donor more
 * or less; null where the published figures know nothing of that year. `a_jour`: the screens would show it at once,
 * else after the next refresh.
 */
export const EffetExclusion = EtatDonateur.extend({
  /** The other contacts who count as the same person, and with it. */
  avec: z.array(z.string()).max(MEMBRES_AU_PLUS),
  /** As on the card; null without one. */
  nom: z.string().nullable(),
  donations: Nombre,
  montant: Montant,
  a_jour: z.boolean(),
  par_annee: z
    .array(
      z.object({
        annee: z.number().int(),
        donations: Nombre,
        montant: Montant,
        compte: Compte.nullable(),
      }),
    )
    .max(ANNEES_AU_PLUS),
})
export type EffetExclusion = z.infer<typeof EffetExclusion>

export const effetExclusion = endpoint({
  path: '/api/exclusions/effet/:contact_id',
  summary: 'What excluding or reinstating a donor would change',
  params: z.object({ contact_id: ContactId }),
  answer: EffetExclusion,
})

/** Days are those of Europe/Paris, both included; `en_vigueur`: the exclusions by which donors are excluded now, one of each. */
export const HistoriqueFiltres = z.object({
  contact_id: Texte.max(200).optional(),
  type: EvenementType.optional(),
  en_vigueur: z.enum(['1'], '«\u00A0en_vigueur\u00A0» vaut 1, ou rien.').optional(),
  du: JourSaisi.optional(),
  au: JourSaisi.optional(),
})
export type HistoriqueFiltres = z.infer<typeof HistoriqueFiltres>

/**
 * `en_vigueur`: the exclusion by which its donor is excluded now. The log has no names: `nom` and `nom_principal` are those of
 * today's cards.
 */
const EvenementLu = Evenement.extend({
  en_vigueur: z.boolean(),
  nom: z.string().nullable(),
  nom_principal: z.string().nullable(),
})

export const Historique = z.object({
  evenements: z.array(EvenementLu).max(LIGNES_AU_PLUS),
  pagination: Pagination,
})
export type Historique = z.infer<typeof Historique>

export const historique = endpoint({
  path: '/api/exclusions/historique',
  summary:
    'Every exclusion and reinstatement, latest first; a page past the end answers the last page',
  query: HistoriqueFiltres.extend(pageQuery(50).shape),
  answer: Historique,
})

/** Every event that the filters leave, oldest first. Without filters the audit can verify the file. */
export const historiqueCsv = csvEndpoint({
  path: '/api/exclusions/historique.csv',
  page: '/donations/historique.csv',
  summary: 'The history as CSV for Excel',
  query: HistoriqueFiltres,
})

/**
 * `points_de_controle` is how many checkpoints kept outside the database agree with the log; without any, a log that
 * was rewritten whole looks sound (`sans_point_de_controle`). `reprises`: who answered for a log that the checkpoints
 * before did not vouch for. `premiere_anomalie.constat` is a French sentence; `numero` is null where the checkpoints
 * themselves cannot be read.
 */
export const Chaine = z.object({
  valide: z.boolean(),
  verifiee_le: Instant,
  evenements: Nombre,
  empreinte: z.string().nullable(),
  points_de_controle: Nombre,
  sans_point_de_controle: z.boolean(),
  reprises: z
    .array(z.object({ le: Instant, evenements: Nombre, par: z.string(), motif: z.string() }))
    .max(LIGNES_AU_PLUS),
  premiere_anomalie: z
    .object({ numero: z.number().int().nullable(), constat: z.string() })
    .nullable(),
})
export type Chaine = z.infer<typeof Chaine>

export const chaine = endpoint({
  path: '/api/exclusions/chaine',
  summary:
    'Verifies the whole hash chain of the event log, and that it still holds every checkpoint',
  answer: Chaine,
})
