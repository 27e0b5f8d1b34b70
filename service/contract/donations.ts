import { z } from 'zod'
import { Questions, Sans } from './croisements'
import { csvEndpoint, endpoint } from './endpoint'
import { Departement, Region } from './geographie'
import { Identite } from './identite'
import { Tranche } from './montants'
import { drapeau, MOTS, mot } from './mots'
import { pageQuery, Pagination } from './pagination'
import {
  ANNEES_AU_PLUS,
  Annee,
  Code,
  Euros,
  Jour,
  JourSaisi,
  LIGNES_AU_PLUS,
  Montant,
  Nombre,
} from './values'
import { Axe } from './ventilation'

export const Donateur = Identite.extend({
  total_amount: Montant,
  first_donation_date: Jour.nullable(),
  last_donation_date: Jour.nullable(),
})
export type Donateur = z.infer<typeof Donateur>

export const Donation = z.object({
  id: z.string(),
  order_id: z.string().nullable(),
  order_amount: Montant,
  order_date: Jour,
  contact_id: z.string(),
  codemedia_code: z.string().nullable(),
  campaign_code: z.string().nullable(),
  origincode_code: z.string().nullable(),
  product_code: z.string().nullable(),
  exclu: z.boolean(),
  donateur: Donateur,
})
export type Donation = z.infer<typeof Donation>

/**
 * `filters.year` is the year shown: the one asked for, else the latest of `available_years` (the years with
 * at least one gift, latest first), null where there is none.
 */
export const DonationsPage = z.object({
  donations: z.array(Donation).max(LIGNES_AU_PLUS),
  pagination: Pagination,
  filters: z.object({
    available_years: z.array(z.number().int()).max(ANNEES_AU_PLUS),
    year: z.number().int().nullable(),
  }),
})
export type DonationsPage = z.infer<typeof DonationsPage>

/** All 0 where there is no gift. */
export const DonationsStats = z.object({
  total_donations: Nombre,
  total_amount: Montant,
  average_amount: Montant,
  max_amount: Montant,
})
export type DonationsStats = z.infer<typeof DonationsStats>

/**
 * What narrows the list of a year, all of it together: `mois` is a month or some months on end (`1-6`), `au` the last
 * day, `le` the only one, `montant` the exact amount, `montant_min` the least, a code is as it is stored, 'N/A' stands for none; `autres` leaves those whose code on that axis has no row of
 * its own in the breakdown of the year, `chiffrees` those of campaigns with a cost or mailings of that year; `departement`
 * and what follows it are of the donor in that year (`total`: the band of what the donor gave in it); `sans` leaves out the
 * codes that it names; `dons` is 1 for those that count (above 0, of a donor who is not excluded), 0
 * for the others.
 */
export const DonationsFiltres = z.object({
  mois: z
    .string()
    .regex(
      /^([1-9]|1[0-2])(-([1-9]|1[0-2]))?$/,
      'Le mois est un nombre de 1 à 12, ou plusieurs mois de suite\u00A0: 1-6.',
    )
    .optional(),
  au: JourSaisi.optional(),
  le: JourSaisi.optional(),
  montant: Euros.optional(),
  montant_min: Euros.optional().register(MOTS, mot('montant d’au moins')),
  media: Code.optional(),
  campagne: Code.optional(),
  famille: Code.optional(),
  origine: Code.optional(),
  produit: Code.optional(),
  autres: Axe.optional(),
  chiffrees: z
    .enum(['1'], '«\u00A0chiffrees\u00A0» vaut 1, ou rien.')
    .optional()
    .register(MOTS, drapeau('campagnes avec un coût ou des envois')),
  tranche: Tranche.optional(),
  contact_id: Code.optional().register(MOTS, drapeau('d’un contact')),
  departement: Departement.optional().register(MOTS, mot('département')),
  region: Region.optional().register(MOTS, mot('région')),
  sans: Sans.optional().register(MOTS, mot('sans les codes')),
  profil: z.enum(['PRODUIT', 'VFL', 'MIXTE'], 'Le profil est PRODUIT, VFL ou MIXTE.').optional(),
  total: Tranche.optional(),
  ...Questions.shape,
  dons: z
    .enum(['0', '1'], '«\u00A0dons\u00A0» vaut 1 ou 0.')
    .optional()
    .register(MOTS, {
      dit: (valeur) => (valeur === '1' ? 'dons comptés seulement' : 'hors statistiques seulement'),
    }),
})
export type DonationsFiltres = z.infer<typeof DonationsFiltres>

/** What the list is sorted by, the largest or the latest first; `-` in front turns the whole order round. */
export const TriDonations = z.enum(
  ['montant', '-montant', 'date', '-date'],
  'Ce tri n’existe pas\u00A0: montant, -montant, date ou -date.',
)
export type TriDonations = z.infer<typeof TriDonations>

export const donationsList = endpoint({
  path: '/api/donations/list',
  summary:
    'All stored donations of a year, largest first, page by page; past the end answers the last page',
  query: pageQuery(20)
    .extend({ year: Annee.optional(), tri: TriDonations.default('montant') })
    .extend(DonationsFiltres.shape),
  answer: DonationsPage,
})

/** What the file of the whole list takes as its query. */
const DonationsCsv = DonationsFiltres.extend({
  year: Annee.clone().register(MOTS, mot('année')),
  tri: TriDonations.optional(),
  details: z.enum(['1']).optional().register(MOTS, drapeau('avec tous les détails')),
})
export type DonationsCsv = z.infer<typeof DonationsCsv>

/** All stored donations of a year, in the order of the list. */
export const donationsCsv = csvEndpoint({
  path: '/api/donations/list.csv',
  journal: { code: 'donations', nom: 'Donations' },
  summary: 'The list of a year as CSV for Excel',
  query: DonationsCsv,
})

export const donationsStats = endpoint({
  path: '/api/donations/stats',
  summary: 'The gifts of a year: number, sum, average, largest',
  query: DonationsFiltres.extend({ year: Annee.optional() }),
  answer: DonationsStats,
})
