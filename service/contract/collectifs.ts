import { z } from 'zod'
import { decision } from './actes'
import { endpoint } from './endpoint'
import { ContactId } from './exclusions'
import { ANNEES_AU_PLUS, LIGNES_AU_PLUS, Montant, Nombre } from './values'
import { Decision } from './verification'

/** A contact from which several people's gifts come, or may; of the whole career. */
const Contact = z.object({
  contact_id: z.string(),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  donations: Nombre,
  montant: Montant,
})

/** `medias`: of so many media its gifts are; `par_nom`: its name says it. */
const Possible = Contact.extend({ medias: Nombre, par_nom: z.boolean() })
export type ContactPossible = z.infer<typeof Possible>

export const Collectifs = z.object({
  possibles: z.array(Possible).max(LIGNES_AU_PLUS),
  collectifs: z.array(Contact).max(LIGNES_AU_PLUS),
})
export type Collectifs = z.infer<typeof Collectifs>

export const collectifs = endpoint({
  path: '/api/donateurs/collectifs',
  summary:
    'The contacts that stand for several givers, as somebody decided, and those that may; the largest of each',
  answer: Collectifs,
})

/** What the contact is of a year, in which it counts as one donor: its gifts, and all of the year. */
const AnneeCollectif = z.object({
  annee: z.number().int(),
  donations: Nombre,
  montant: Montant,
  donations_annee: Nombre,
  montant_annee: Montant,
  donateurs_annee: Nombre,
})

export const Collectif = z.object({
  contact_id: z.string(),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  exclu: z.boolean(),
  collectif: z.boolean(),
  par_annee: z.array(AnneeCollectif).max(ANNEES_AU_PLUS),
})
export type Collectif = z.infer<typeof Collectif>

export const collectif = endpoint({
  path: '/api/donateurs/collectifs/:contact_id',
  summary:
    'What a contact that stands for several givers is of each year, in which it is one donor',
  params: z.object({ contact_id: ContactId }),
  answer: Collectif,
})

export const direCollectif = endpoint({
  method: 'POST',
  path: '/api/donateurs/collectifs',
  summary:
    'Says that a contact stands for several givers, or does no more: it is not to be looked at for what the rules find, and its gifts and amounts count; 409 where nothing changes',
  body: z.object({
    contact_id: ContactId,
    collectif: z.boolean(),
    ...decision(),
  }),
  answer: z.object({ message: z.string(), decision: Decision }),
})
