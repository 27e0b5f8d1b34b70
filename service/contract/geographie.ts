import { z } from 'zod'
import { DEPARTEMENTS, PAR_CODE, REGIONS } from './departements'
import { endpoint } from './endpoint'
import { INCONNU, NOMS_REGIONS } from './lieux'
import { AnneeParams, Evolution, Jour, Montant, Nombre } from './values'

export const Departement = z
  .string()
  .transform((code) => (code.toLowerCase() === INCONNU ? INCONNU : code.toUpperCase()))
  .refine((code) => PAR_CODE.has(code), {
    error:
      'Le département s’écrit 75, 01, 971, 2A ou 2B pour la Corse, ou «\u00A0inconnu\u00A0» pour l’étranger.',
  })

export const Region = z
  .string()
  .refine((code) => Object.hasOwn(NOMS_REGIONS, code), { error: 'Cette région n’existe pas.' })

/**
 * `part` is the share of the year's amount in percent; `evolution_a_date` compares the amount with the year before, up to
 * the day that a running year has reached; neither is told from an exclusion that moves that day into another year to the
 * next refresh. What there is nothing to divide by is null.
 */
const Chiffres = z.object({
  donateurs: Nombre,
  nouveaux: Nombre,
  donations: Nombre,
  montant: Montant,
  part: z.number().nullable(),
  don_moyen: Montant.nullable(),
  precedent: z.object({ donateurs: Nombre, montant: Montant }),
  precedent_a_date: z.object({ montant: Montant }).nullable(),
  evolution_a_date: Evolution,
})

/**
 * `population` is that of `annee_population`, null where its parts are of several years; `pour_10000` are donors per 10,000
 * inhabitants, with two decimals. Donors abroad, or without a postal code that can be read, are in `inconnu`.
 */
const Lieu = Chiffres.extend({
  code: z.string(),
  nom: z.string(),
  population: Nombre.nullable(),
  annee_population: z.number().int().nullable(),
  pour_10000: z.number().nullable(),
})

/** Donors by where they live, by the postal code of their card; each lives in one place, so that all adds up. */
export const Geographie = z.object({
  annee: z.number().int(),
  au: Jour.nullable(),
  comparable: z.boolean(),
  departements: z.array(Lieu.extend({ region: z.string() })).max(DEPARTEMENTS.length),
  regions: z.array(Lieu).max(REGIONS.length),
  total: Chiffres,
})
export type Geographie = z.infer<typeof Geographie>

export const geographie = endpoint({
  path: '/api/analytics/geographie/:annee',
  summary:
    'Donors of a year by department and by region, beside the year before and the population',
  params: AnneeParams,
  answer: Geographie,
})
