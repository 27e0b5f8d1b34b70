import { z } from 'zod'
import { Acteur, idDe, Nom, raison } from './actes'
import { endpoint } from './endpoint'
import { ContactId, Evenement } from './exclusions'
import { Identite } from './identite'
import { ANNEES_AU_PLUS, MEMBRES_AU_PLUS, Montant, Nombre, Pourcentage } from './values'

/** So many groups are made at once, and so many pairs told apart, at most. */
const GROUPES_AU_PLUS = 100
/** More than two of the largest groups of cards that a page shows, each with each. */
export const PAIRES_AU_PLUS = 500

/** `demande_id` makes a repeated post have one effect. */
const Demande = z.object({
  raison: raison(),
  demande_id: idDe('la demande'),
  decide_par: Acteur,
  nom: Nom,
})

/** These contacts, and whoever counts as one of them already, are `principal`. */
const Groupe = z.object({
  principal: ContactId,
  contacts: z
    .array(ContactId)
    .min(1, 'Choisissez au moins deux contacts.')
    .max(MEMBRES_AU_PLUS, `Un groupe a ${MEMBRES_AU_PLUS} contacts au plus.`),
})
export type Groupe = z.infer<typeof Groupe>

const Groupes = z
  .array(Groupe)
  .min(1, 'Choisissez au moins deux contacts.')
  .max(GROUPES_AU_PLUS, `Trop de groupes à la fois\u00A0: ${GROUPES_AU_PLUS} au plus.`)

/** What holds for all where some of a group are excluded and others not. */
const Exclusion = z.enum(['exclure', 'reintegrer'], 'Dites s’il faut exclure ou réintégrer.')

const Concernes = z.object({ groupes: Groupes, exclusion: Exclusion.optional() })
export type Concernes = z.infer<typeof Concernes>

/** Names the latest event of the contacts concerned, as the effect told it: 409 if there is a later one. */
const NumeroAttendu = z.coerce.number().int().nonnegative().optional()

/** An event a contact, one more for each of other exclusion, one a new principal. */
const EVENEMENTS_AU_PLUS = GROUPES_AU_PLUS * (2 * MEMBRES_AU_PLUS + 1)

const Evenements = z.object({
  message: z.string(),
  evenements: z.array(Evenement).max(EVENEMENTS_AU_PLUS),
})

export const fusionner = endpoint({
  method: 'POST',
  path: '/api/donateurs/fusionner',
  summary:
    'Says that contacts are the same person, who counts by the number of `principal`; all groups or none',
  bodyLimit: 1024 * 1024,
  body: Demande.extend(Concernes.shape).extend({ numero_attendu: NumeroAttendu }),
  answer: Evenements,
})

export const separer = endpoint({
  method: 'POST',
  path: '/api/donateurs/separer',
  summary: 'Takes a contact out of its group: it counts by its own number again',
  body: Demande.extend({
    contact_id: ContactId,
    /** Those of `reintegrables` who are reinstated in the same act: of a person all. */
    reintegrer: z.array(ContactId).max(MEMBRES_AU_PLUS).default([]),
    numero_attendu: NumeroAttendu,
  }),
  answer: Evenements,
})

/**
 * `connues` names the reasons to think otherwise that were known, none of which may be personal: a pair is proposed again
 * for another alone.
 */
export const distinguer = endpoint({
  method: 'POST',
  path: '/api/donateurs/distincts',
  summary: 'Says of pairs of contacts that they are two people',
  bodyLimit: 256 * 1024,
  body: Demande.extend({
    paires: z
      .array(
        z.object({
          contact_a: ContactId,
          contact_b: ContactId,
          connues: z
            .array(z.string().regex(/^[\w:.-]{1,100}$/, 'Cette raison n’est pas lisible.'))
            .max(50)
            .default([]),
        }),
      )
      .min(1, 'Choisissez deux contacts.')
      .max(PAIRES_AU_PLUS, `Trop de paires à la fois\u00A0: ${PAIRES_AU_PLUS} au plus.`),
  }),
  answer: Evenements,
})

const AvantApres = z.object({ avant: Nombre, apres: Nombre })

/** A contact concerned, with the cells of its own card: `principal` is whom it counts as now, itself alone or a principal. */
const Membre = Identite.extend({
  contact_id: z.string(),
  principal: z.string(),
  exclu: z.boolean(),
  donations: Nombre,
  montant: Montant,
})
export type Membre = z.infer<typeof Membre>

/**
 * What a merge or a separation changes: donors, new donors and loyalty of the years where any differs; gifts and amounts
 * never. `desaccord`: some are excluded and others not, so that nothing is told before somebody says which holds.
 */
export const EffetGroupes = z.object({
  membres: z.array(Membre).max(GROUPES_AU_PLUS * MEMBRES_AU_PLUS),
  desaccord: z.boolean(),
  /** The card that each person will have, by the number that it will count by. */
  personnes: z
    .array(
      Identite.extend({
        principal: z.string(),
        contacts: z.array(z.string()).max(MEMBRES_AU_PLUS),
      }),
    )
    .max(GROUPES_AU_PLUS),
  numero_attendu: Nombre,
  donations: Nombre,
  montant: Montant,
  donateurs: AvantApres,
  par_annee: z
    .array(
      z.object({
        annee: z.number().int(),
        donateurs: AvantApres,
        nouveaux: AvantApres,
        fidelisation: z.object({ avant: Pourcentage, apres: Pourcentage }),
      }),
    )
    .max(ANNEES_AU_PLUS),
})
export type EffetGroupes = z.infer<typeof EffetGroupes>

export const effetFusion = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/donateurs/fusionner/effet',
  summary: 'What merging these contacts would change, by year',
  bodyLimit: 1024 * 1024,
  body: Concernes,
  answer: EffetGroupes,
})

/** `reintegrables`: of each person, the contacts whom the merge had excluded, so that they may be reinstated with it; counted so. */
const EffetSeparation = EffetGroupes.extend({
  reintegrables: z.array(z.array(z.string()).max(MEMBRES_AU_PLUS)).max(2),
})
export type EffetSeparation = z.infer<typeof EffetSeparation>

export const effetSeparation = endpoint({
  path: '/api/donateurs/separer/effet/:contact_id',
  summary: 'What taking a contact out of its group would change, by year',
  params: z.object({ contact_id: ContactId }),
  answer: EffetSeparation,
})
