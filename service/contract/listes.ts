import { z } from 'zod'
import { QUESTIONS } from './axes'
import { Questions, Sans } from './croisements'
import { MOIS } from './deuxieme-don'
import { csvEndpoint, endpoint } from './endpoint'
import { Departement, Region } from './geographie'
import { CodeGrille } from './grille'
import { Tranche } from './montants'
import { drapeau, MOTS, mot } from './mots'
import { Periode } from './nouveaux-anciens'
import { pageQuery, Pagination } from './pagination'
import { ContactTrouve, Statut, TexteCherche } from './recherche'
import { Rythme } from './reguliers'
import {
  Annee,
  Code,
  Euros,
  Instant,
  Jour,
  JourSaisi,
  LIGNES_AU_PLUS,
  Montant,
  Nombre,
} from './values'
import { Axe } from './ventilation'

const MoisDeLAnnee = z.coerce
  .number('Le mois va de 1 à 12.')
  .int('Le mois va de 1 à 12.')
  .min(1, 'Le mois va de 1 à 12.')
  .max(12, 'Le mois va de 1 à 12.')

/**
 * What narrows a set, beside the filters that every list takes. `autres` leaves those whose code on that axis has no row of
 * its own in the comparison of the year `classement`, which is that of the list if it is not said. All that begins with
 * `don_` is of one and the same gift of the year.
 */
const Parametres = z.object({
  annee: Annee.optional().register(MOTS, mot('année')),
  au: JourSaisi.optional(),
  periode: Periode.optional(),
  media: Code.optional(),
  origine: Code.optional(),
  autres: z.enum(['media', 'origine'], '«\u00A0autres\u00A0» vaut media ou origine.').optional(),
  classement: Annee.optional(),
  profil: Code.optional(),
  tranche: Tranche.optional(),
  ...Questions.shape,
  don_mois: MoisDeLAnnee.optional().register(MOTS, mot('don du mois')),
  don_media: Code.optional().register(MOTS, mot('don de code média')),
  don_origine: Code.optional().register(MOTS, mot('don de code origine')),
  don_campagne: Code.optional().register(MOTS, mot('don de code campagne')),
  don_famille: Code.optional().register(MOTS, mot('don de la famille')),
  don_produit: Code.optional().register(MOTS, mot('don de code produit')),
  don_tranche: Tranche.optional().register(MOTS, mot('don de la tranche')),
  sans: Sans.optional().register(MOTS, mot('sans les codes')),
  premiere: Code.optional().register(MOTS, mot('première campagne')),
  derniere: Code.optional().register(MOTS, mot('dernière campagne')),
  comportement: z.enum(['FIDELE', 'MIGRE'], 'Le comportement est FIDELE ou MIGRE.').optional(),
  cohorte: Annee.optional(),
  axe: Axe.optional(),
  valeur: Code.optional(),
  premier: z
    .enum(['1'], '«\u00A0premier\u00A0» vaut 1, ou rien.')
    .optional()
    .register(MOTS, drapeau('nouveaux donateurs, par leur premier don')),
  avec_cout: z
    .enum(['1'], '«\u00A0avec_cout\u00A0» vaut 1, ou rien.')
    .optional()
    .register(MOTS, drapeau('campagnes avec un coût')),
  mois: z.enum(MOIS, 'Le nombre de mois est 3, 12 ou 24.').optional(),
  groupe: z
    .enum(['nouveaux', 'reactives', 'fideles'], 'Le groupe est nouveaux, reactives ou fideles.')
    .optional(),
  code: CodeGrille.optional(),
  rythme: Rythme.optional(),
  du_mois: MoisDeLAnnee.optional(),
  dernier_min: Euros.optional().register(MOTS, mot('dernier don d’au moins')),
  dernier_depuis: JourSaisi.optional().register(MOTS, mot('dernier don depuis')),
  q: TexteCherche.optional().register(MOTS, drapeau('avec une recherche')),
  liste: z.guid('La liste gardée est nommée par son identifiant.').optional(),
  publication: z.coerce
    .number('La publication doit être un nombre.')
    .int('La publication doit être un nombre entier.')
    .min(0, 'Les publications se comptent à partir de 1\u00A0; 0 est le début.')
    .optional(),
})
type Parametre = keyof typeof Parametres.shape

/**
 * What every list takes on top of its set, all of them together. `media` is that of the first gift of its year; thanked is who
 * was since their last gift.
 */
export const ListeFiltres = z.object({
  montant_min: Euros.optional(),
  montant_max: Euros.optional(),
  cumul_min: Euros.optional(),
  media: Code.optional(),
  campagne: Code.optional(),
  departement: Departement.optional().register(MOTS, mot('département')),
  region: Region.optional().register(MOTS, mot('région')),
  avec_email: z
    .enum(['1'], 'avec_email vaut 1, ou rien.')
    .optional()
    .register(MOTS, drapeau('avec e-mail')),
  avec_telephone: z
    .enum(['1'], 'avec_telephone vaut 1, ou rien.')
    .optional()
    .register(MOTS, drapeau('avec téléphone')),
  remercie: z
    .enum(['oui', 'non'], '«\u00A0remercie\u00A0» vaut oui ou non.')
    .optional()
    .register(MOTS, {
      dit: (valeur) => (valeur === 'oui' ? 'remerciés' : 'pas encore remerciés'),
    }),
})

const AU_JOUR = { besoin: ['annee'], permis: ['au'] } as const
const DE_L_ANNEE = {
  besoin: ['annee'],
  permis: ['au', 'periode', 'media', 'origine', 'autres', 'classement', 'profil'],
} as const
const FIDELITE = { besoin: ['annee'], permis: [] } as const
const REGULIERS = { besoin: ['annee'], permis: ['du_mois'] } as const
const GARDEES = { besoin: ['liste', 'publication'], permis: [] } as const
const DEUXIEME = { besoin: ['cohorte', 'mois'], permis: [] } as const

/** The sets of donors: which parameters each needs, and which others it takes. */
export const ENSEMBLES = {
  actifs: DE_L_ANNEE,
  nouveaux: DE_L_ANNEE,
  anciens: DE_L_ANNEE,
  dormants: AU_JOUR,
  inactifs: AU_JOUR,
  tres_inactifs: AU_JOUR,
  historiques: AU_JOUR,
  conserves: { besoin: ['annee'], permis: ['groupe'] },
  reactives: FIDELITE,
  perdus: FIDELITE,
  hausse: FIDELITE,
  stables: FIDELITE,
  baisse: FIDELITE,
  perdus_nouveaux: FIDELITE,
  perdus_autres: FIDELITE,
  absents: FIDELITE,
  tranche_total: { besoin: ['annee', 'tranche'], permis: [] },
  tranche_dernier: { besoin: ['annee', 'tranche'], permis: [] },
  segment: { besoin: ['annee', 'segment'], permis: [] },
  profil: { besoin: ['annee', 'profil'], permis: [] },
  carriere: {
    besoin: [],
    permis: ['segment', 'profil', 'premiere', 'derniere', 'comportement'],
  },
  cohorte: { besoin: ['cohorte', 'annee'], permis: [] },
  deuxieme_don: DEUXIEME,
  sans_deuxieme_don: DEUXIEME,
  code: { besoin: ['annee', 'axe', 'valeur'], permis: ['premier'] },
  autres_codes: { besoin: ['annee', 'axe'], permis: ['premier'] },
  campagnes_chiffrees: { besoin: ['annee'], permis: ['premier', 'avec_cout'] },
  croisement: {
    besoin: ['annee'],
    permis: [
      ...(['profil', 'tranche', ...QUESTIONS, 'sans'] as const),
      ...['don_mois', 'don_media', 'don_origine', 'don_campagne', 'don_famille', 'don_produit'],
      'don_tranche',
    ],
  },
  grille: { besoin: ['code'], permis: [] },
  reguliers_actifs: { besoin: [], permis: ['annee', 'au', 'rythme'] },
  reguliers_possibles: { besoin: [], permis: [] },
  reguliers_demarres: REGULIERS,
  reguliers_arretes: REGULIERS,
  reguliers_augmentes: REGULIERS,
  reguliers_diminues: REGULIERS,
  entres: GARDEES,
  sortis: GARDEES,
  tous: { besoin: [], permis: ['q', 'dernier_min', 'dernier_depuis'] },
} as const satisfies Record<string, { besoin: readonly Parametre[]; permis: readonly Parametre[] }>

export const Ensemble = z.enum(
  Object.keys(ENSEMBLES) as (keyof typeof ENSEMBLES)[],
  'Cet ensemble de donateurs n’existe pas.',
)
export type Ensemble = z.infer<typeof Ensemble>

/** What a list is sorted by; `-` in front turns the order round. */
const TRIS = [
  'montant',
  'cumul',
  'dernier_don',
  'nom',
  'dons',
  'cumul_dons',
  'premier_don',
  'contact',
  'code_postal',
  'ville',
] as const
export type TriListe = (typeof TRIS)[number]
const Tri = z.templateLiteral([z.enum(['', '-']), z.enum(TRIS)], 'Ce tri n’existe pas.')

const MANQUANTS: Partial<Record<Parametre, string>> = {
  annee: 'Cet ensemble a besoin d’une année.',
  cohorte: 'Cet ensemble a besoin d’une cohorte\u00A0: l’année du premier don.',
  code: 'Cet ensemble a besoin d’un code\u00A0: R1F2M3.',
}

/** A set with its parameters and its filters; a parameter that it does not take is refused by name. */
export const ListeQuery = z
  .strictObject(
    {
      ensemble: Ensemble.register(MOTS, { dit: (valeur) => valeur.replaceAll('_', ' ') }),
      ...Parametres.shape,
      ...ListeFiltres.shape,
      tri: Tri.default('montant'),
    },
    { error: 'Ce paramètre n’existe pas.' },
  )
  .superRefine(({ ensemble, ...query }, context) => {
    const refuse = (champ: string, message: string) =>
      context.addIssue({ code: 'custom', path: [champ], message, input: query })
    const { besoin, permis } = ENSEMBLES[ensemble]
    const taken: readonly string[] = [...besoin, ...permis, ...Object.keys(ListeFiltres.shape)]
    for (const parametre of besoin)
      if (query[parametre] === undefined)
        refuse(
          parametre,
          MANQUANTS[parametre] ?? `Cet ensemble a besoin de «\u00A0${parametre}\u00A0».`,
        )
    for (const parametre of Parametres.keyof().options)
      if (query[parametre] !== undefined && !taken.includes(parametre))
        refuse(parametre, 'Ce paramètre ne s’applique pas à cet ensemble.')
    if (query.au !== undefined && Number(query.au.slice(0, 4)) !== query.annee)
      refuse('au', 'Ce jour n’est pas de cette année.')
  })
export type ListeQuery = z.infer<typeof ListeQuery>

/**
 * `montant` and `nombre_dons` are those of the year that the list is about (for those who stopped giving, of the last
 * year with a gift; of a set without a year, of the whole career), all others of the career. `statut` is as of the
 * day that the list is about, of a set without one as of the horizon, as `statut_actuel` always is.
 * `montant_courant` is what they gave in the year of the horizon, null in a list that is about a year; `remercie_le` is
 * the day on which they were thanked last, whatever they gave since.
 */
export const DonateurListe = ContactTrouve.extend({
  statut_actuel: Statut.nullable(),
  montant_courant: Montant.nullable(),
  remercie_le: Jour.nullable(),
  remercie_par: z.string().nullable(),
})
export type DonateurListe = z.infer<typeof DonateurListe>

/**
 * `titre` and `definition` say in words who is in the list; `montants` names what `montant` and the total sum up;
 * `statut_au` is the day that the list is about, and never after `horizon` where that is in its year, or null.
 */
export const Liste = z.object({
  titre: z.string(),
  definition: z.string(),
  montants: z.string(),
  statut_au: Jour.nullable(),
  horizon: Jour.nullable(),
  total_donateurs: Nombre,
  total_montant: Montant,
  calcule_le: Instant.nullable(),
  donateurs: z.array(DonateurListe).max(LIGNES_AU_PLUS),
  pagination: Pagination,
})
export type Liste = z.infer<typeof Liste>

export const donateursListe = endpoint({
  path: '/api/donateurs/liste',
  summary: 'The donors that a figure counts, page by page; past the end answers the last page',
  query: ListeQuery.safeExtend(pageQuery(20).shape),
  answer: Liste,
})

/** All donors of a list, in its order. */
export const listeCsv = csvEndpoint({
  path: '/api/donateurs/liste.csv',
  page: '/donateurs/liste.csv',
  journal: { code: 'liste', nom: 'Liste de donateurs' },
  summary: 'All donors of a list as CSV for Excel',
  query: ListeQuery,
})
