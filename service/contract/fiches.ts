import { z } from 'zod'
import { Donation } from './donations'
import { endpoint } from './endpoint'
import { effetExclusion, Evenement } from './exclusions'
import { Identite } from './identite'
import { ActeOpposition } from './oppositions'
import { pageQuery, Pagination } from './pagination'
import { Statut } from './recherche'
import { Remerciement } from './remerciements'
import {
  ANNEES_AU_PLUS,
  Instant,
  Jour,
  LIGNES_AU_PLUS,
  MEMBRES_AU_PLUS,
  Montant,
  Nombre,
} from './values'

/** Over all gifts of the contact; those of 0 are listed and counted apart. `cumul_12_mois`: up to the horizon. */
export const Carriere = z.object({
  nombre_dons: Nombre,
  dons_nuls: Nombre,
  cumul: Montant,
  cumul_12_mois: Montant,
  don_moyen: Montant.nullable(),
  plus_grand_don: Montant.nullable(),
  premier_don: Jour.nullable(),
  dernier_don: Jour.nullable(),
  dernier_montant: Montant.nullable(),
  annees_de_don: Nombre,
})
export type Carriere = z.infer<typeof Carriere>

/** The status as of the last day of a year and why, in words: « dormant : dernier don le 03/11/2024 ». */
export const AnneeDonateur = z.object({
  annee: z.number().int(),
  nombre_dons: Nombre,
  montant: Montant,
  statut: Statut,
  raison: z.string(),
})
export type AnneeDonateur = z.infer<typeof AnneeDonateur>

/**
 * The contacts that somebody said are the same person, who counts by the number of `principal`; of each what it gave
 * itself, and of a member since when, why and by whom.
 */
const Personne = z.object({
  principal: z.string(),
  membres: z
    .array(
      z.object({
        contact_id: z.string(),
        firstname: z.string().nullable(),
        lastname: z.string().nullable(),
        donations: Nombre,
        montant: Montant,
        depuis: Instant.nullable(),
        raison: z.string().nullable(),
        par: z.string().nullable(),
      }),
    )
    .max(MEMBRES_AU_PLUS),
})
export type Personne = z.infer<typeof Personne>

/**
 * All that is stored of one contact, as it is now; of one in a group (`personne`), all that is stored of the group, each
 * gift with the number that it came with. `statut` and `raison` are those of the year of the horizon;
 * `annees` go from the first gift's to that year, without gaps. `donations`: all that are stored, the latest first.
 */
export const Fiche = z.object({
  contact_id: z.string(),
  a_une_fiche: z.boolean(),
  anonymise_le: Instant.nullable(),
  identite: Identite,
  exclu: z.boolean(),
  personne: Personne.nullable(),
  /** Of its contacts, those to whom files came by several keys, which can be parted. */
  plusieurs_cles: z.array(z.string()).max(MEMBRES_AU_PLUS),
  oppositions: z.array(ActeOpposition).max(LIGNES_AU_PLUS),
  remerciements: z.array(Remerciement).max(LIGNES_AU_PLUS),
  horizon: Jour.nullable(),
  statut: Statut.nullable(),
  raison: z.string().nullable(),
  carriere: Carriere,
  annees: z.array(AnneeDonateur).max(ANNEES_AU_PLUS),
  evenements: z
    .array(
      Evenement.pick({
        numero: true,
        type: true,
        raison: true,
        exclu_par: true,
        identite: true,
        survenu_le: true,
        donations_concernees: true,
        montant_concerne: true,
        contact_id: true,
        contact_principal: true,
      }),
    )
    .max(LIGNES_AU_PLUS),
  donations: z.array(Donation.omit({ exclu: true, donateur: true })).max(LIGNES_AU_PLUS),
  pagination: Pagination,
})
export type Fiche = z.infer<typeof Fiche>

export const fiche = endpoint({
  path: '/api/donateurs/fiche/:contact_id',
  summary: 'The card of one contact: identity, status year by year, career, gifts, exclusions',
  params: effetExclusion.params,
  query: pageQuery(20),
  answer: Fiche,
})
