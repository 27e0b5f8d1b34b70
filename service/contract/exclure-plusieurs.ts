import { z } from 'zod'
import { endpoint } from './endpoint'
import { ContactId, EtatDonateur, Evenement, Exclusion } from './exclusions'
import { ANNEES_AU_PLUS, Montant, Nombre } from './values'

/** So many donors are excluded at once, at most. */
const ENSEMBLE_AU_PLUS = 100
const AUCUN_COCHE = 'Cochez au moins un donateur.'
const TROP_COCHES = `Trop de donateurs à la fois\u00A0: cochez-en ${ENSEMBLE_AU_PLUS} au plus.`
const NOMME_DEUX_FOIS = 'Un donateur est nommé deux fois.'

export const Contacts = z
  .array(ContactId)
  .min(1, AUCUN_COCHE)
  .max(ENSEMBLE_AU_PLUS, TROP_COCHES)
  .refine((ids) => new Set(ids).size === ids.length, NOMME_DEUX_FOIS)

/** An event each, all of them or none. */
export const exclureEnsemble = endpoint({
  method: 'POST',
  path: '/api/exclusions/exclure-ensemble',
  summary: 'Excludes several donors as fake, all of them or none',
  bodyLimit: 1024 * 1024,
  body: z.object({
    donateurs: z
      .array(Exclusion.omit({ exclu_par: true, nom: true }))
      .min(1, AUCUN_COCHE)
      .max(ENSEMBLE_AU_PLUS, TROP_COCHES)
      .refine(
        (donateurs) =>
          new Set(donateurs.map(({ contact_id }) => contact_id)).size === donateurs.length,
        NOMME_DEUX_FOIS,
      ),
    exclu_par: Exclusion.shape.exclu_par,
    nom: Exclusion.shape.nom,
  }),
  answer: z.object({
    message: z.string(),
    donations_exclues: Nombre,
    montant_exclu: Montant,
    evenements: z.array(Evenement).max(ENSEMBLE_AU_PLUS),
  }),
})

/** What excluding these donors would change by year; who is excluded already is among `donateurs`, and in no sum. */
export const EffetEnsemble = z.object({
  donateurs: z
    .array(EtatDonateur.extend({ donations: Nombre, montant: Montant }))
    .max(ENSEMBLE_AU_PLUS),
  donations: Nombre,
  montant: Montant,
  a_jour: z.boolean(),
  par_annee: z
    .array(
      z.object({ annee: z.number().int(), donateurs: Nombre, donations: Nombre, montant: Montant }),
    )
    .max(ANNEES_AU_PLUS),
})
export type EffetEnsemble = z.infer<typeof EffetEnsemble>

export const effetEnsemble = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/exclusions/effet',
  summary: 'What excluding several donors at once would change',
  bodyLimit: 256 * 1024,
  body: z.object({ contacts: Contacts }),
  answer: EffetEnsemble,
})
