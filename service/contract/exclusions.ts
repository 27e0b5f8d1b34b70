import { z } from 'zod'
import { endpoint } from './endpoint'
import { Instant, Jour, Montant, Nombre } from './values'

export const RAISON_PAR_DEFAUT = 'Faux don détecté via l’interface'
export const ACTEUR = 'Utilisateur'

const ContactId = z.string().trim().min(1, 'L’identifiant du contact est obligatoire.').max(200)

export const Exclusions = z.object({
  exclusions: z.array(
    z.object({
      contact_id: z.string(),
      raison: z.string(),
      exclu_par: z.string(),
      exclu_le: Instant,
      numero: z.number().int(),
    }),
  ),
})
export type Exclusions = z.infer<typeof Exclusions>

export const EvenementType = z.enum(['EXCLUSION', 'REINTEGRATION'])
export type EvenementType = z.infer<typeof EvenementType>

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
  empreinte_precedente: z.string(),
  empreinte: z.string(),
})
export type Evenement = z.infer<typeof Evenement>

export const exclusionsListe = endpoint({
  path: '/api/exclusions/liste',
  summary: 'The donors excluded now',
  answer: Exclusions,
})

/** `evenement_id` makes a repeated post have one effect; `numero_attendu` is the donor's last event number as the form saw it (0 for none). */
const Commande = z.object({
  contact_id: ContactId,
  evenement_id: z.uuid().optional(),
  numero_attendu: z.number().int().nonnegative().optional(),
  exclu_par: z.string().trim().min(1).max(200).default(ACTEUR),
})

export const exclure = endpoint({
  method: 'POST',
  path: '/api/exclusions/exclure',
  summary: 'Excludes a donor as fake: its donations count no longer',
  body: Commande.extend({ raison: z.string().trim().min(1).max(1000).default(RAISON_PAR_DEFAUT) }),
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
    raison: z.string().trim().max(1000).default('Réintégration via l’interface'),
  }),
  answer: z.object({ message: z.string(), evenement: Evenement }),
})

/** What excluding or reinstating this donor would change, by year. */
export const EffetExclusion = z.object({
  contact_id: z.string(),
  exclu: z.boolean(),
  numero_attendu: z.number().int().nonnegative(),
  donations: Nombre,
  montant: Montant,
  par_annee: z.array(z.object({ annee: z.number().int(), donations: Nombre, montant: Montant })),
})
export type EffetExclusion = z.infer<typeof EffetExclusion>

export const effetExclusion = endpoint({
  path: '/api/exclusions/effet/:contact_id',
  summary: 'What excluding or reinstating a donor would change',
  params: z.object({ contact_id: ContactId }),
  answer: EffetExclusion,
})

export const HistoriqueFiltres = z.object({
  contact_id: z.string().trim().optional(),
  type: EvenementType.optional(),
  du: Jour.optional(),
  au: Jour.optional(),
})
export type HistoriqueFiltres = z.infer<typeof HistoriqueFiltres>

export const Historique = z.object({
  evenements: z.array(Evenement),
  pagination: z.object({
    current_page: z.number().int().positive(),
    total_pages: Nombre,
    total_items: Nombre,
    has_previous: z.boolean(),
    has_next: z.boolean(),
  }),
})
export type Historique = z.infer<typeof Historique>

export const historique = endpoint({
  path: '/api/exclusions/historique',
  summary: 'Every exclusion and reinstatement, latest first',
  query: HistoriqueFiltres.extend({
    page: z.coerce.number().int().min(1).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: Historique,
})

export const Chaine = z.object({
  valide: z.boolean(),
  verifiee_le: Instant,
  evenements: Nombre,
  empreinte: z.string().nullable(),
  premiere_anomalie: z.object({ numero: z.number().int(), constat: z.string() }).nullable(),
})
export type Chaine = z.infer<typeof Chaine>

export const chaine = endpoint({
  path: '/api/exclusions/chaine',
  summary: 'Verifies the whole hash chain of the event log',
  answer: Chaine,
})
