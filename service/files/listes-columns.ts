import type { DonateurListe } from '#contract/listes'
import { formatDay } from '#figures/format'
import { type Colonne, companyOf, nameOf } from './colonnes'
import { STATUT_TITRES } from './statuts'

type ColonneListe = Colonne<DonateurListe>

/** Label of the amounts in career lists, which have no separate yearly column. */
export const CUMUL = 'Cumul'

/** What a screen shows of a list beside what it always does; a file has all of it. */
interface Montre {
  email?: boolean
  telephone?: boolean
  remercie?: boolean
}

const place = (isShown: boolean | undefined) => (isShown ? {} : { place: 'fichier' as const })

const qui = ({ email, telephone }: Montre, more: boolean): ColonneListe[] => [
  { title: 'Donateur', key: 'nom', format: 'texte', place: 'ecran', tri: 'nom', of: nameOf },
  { title: 'Contact', format: 'code', tri: 'contact', more, of: ({ contact_id }) => contact_id },
  { title: 'Prénom', format: 'texte', place: 'fichier', of: ({ firstname }) => firstname },
  { title: 'Nom', format: 'texte', place: 'fichier', of: ({ lastname }) => lastname },
  { title: 'Société', format: 'texte', place: 'fichier', of: companyOf },
  { title: 'Code postal', format: 'code', tri: 'code_postal', more, of: ({ zip }) => zip },
  { title: 'Ville', format: 'texte', tri: 'ville', of: ({ city }) => city },
  {
    title: 'E-mail',
    format: 'texte',
    ...place(email),
    ...(telephone && { group: 'Coordonnées' }),
    of: (donateur) => donateur.email,
  },
  {
    title: 'Téléphone',
    format: 'code',
    ...place(telephone),
    ...(email && { group: 'Coordonnées' }),
    of: ({ phone }) => phone,
  },
]

const dansLAnnee = (montants: string): ColonneListe[] => [
  { title: montants, format: 'montant', early: true, tri: 'montant', of: (one) => one.montant },
  {
    title: 'Dons',
    key: 'dons',
    format: 'nombre',
    early: true,
    tri: 'dons',
    of: ({ nombre_dons }) => nombre_dons,
  },
]

const PREMIER_DON: ColonneListe = {
  title: 'Premier don',
  format: 'jour',
  tri: 'premier_don',
  of: ({ premier_don }) => premier_don,
}
const DERNIER_DON: ColonneListe = {
  title: 'Dernier don',
  format: 'jour',
  tri: 'dernier_don',
  of: ({ dernier_don }) => dernier_don,
}
const DERNIER_MONTANT: ColonneListe = {
  title: 'Montant du dernier don',
  format: 'montant',
  of: ({ dernier_montant }) => dernier_montant,
}
const CUMULS: ColonneListe[] = [
  { title: CUMUL, format: 'montant', tri: 'cumul', of: ({ cumul }) => cumul },
  {
    title: 'Dons en tout',
    key: 'cumul_dons',
    format: 'nombre',
    tri: 'cumul_dons',
    of: ({ cumul_dons }) => cumul_dons,
  },
]

/** Of a list that is about a year. */
const carriere = (more: boolean): ColonneListe[] => [
  ...[PREMIER_DON, DERNIER_DON].map((colonne) => ({ ...colonne, more, group: CARRIERE })),
  { ...DERNIER_MONTANT, place: 'fichier' },
  ...CUMULS.map((colonne) => ({ ...colonne, more, group: CARRIERE })),
]
const CARRIERE = 'Toute la carrière'

/** Of a list that is about no year: the last gift and the running year first. */
const sansAnnee = (horizon: string | null, more: boolean): ColonneListe[] => [
  { ...PREMIER_DON, more: true },
  DERNIER_DON,
  { ...DERNIER_MONTANT, title: 'Son montant', fichier: DERNIER_MONTANT.title },
  ...(horizon === null
    ? []
    : [
        {
          title: `Montant ${horizon.slice(0, 4)}`,
          format: 'montant' as const,
          of: ({ montant_courant }: DonateurListe) => montant_courant,
        },
      ]),
  ...CUMULS.map((colonne) => (colonne.key ? { ...colonne, more } : { ...colonne, early: true })),
]

const remercies = (more: boolean): ColonneListe[] => [
  {
    title: 'Remercié le',
    format: 'jour',
    more,
    blank: true,
    of: ({ remercie_le }) => remercie_le,
  },
  { title: 'Remercié par', format: 'texte', place: 'fichier', of: (one) => one.remercie_par },
]

/** The day that a list's statuses are of, if it is about one; and the last day that the data reach. */
export interface JoursStatuts {
  statut_au: string | null
  horizon: string | null
}

const nommerStatut = (statut: DonateurListe['statut'], exclu: boolean) =>
  exclu ? 'EXCLU' : statut && STATUT_TITRES[statut]

/** The status on the list's day, and where that is past also today's. */
function statuts({ statut_au: au, horizon }: JoursStatuts): ColonneListe[] {
  const leJour: ColonneListe = {
    title: au === null ? 'Statut' : `Statut au ${formatDay(au)}`,
    format: 'code',
    of: ({ statut, exclu }) => nommerStatut(statut, exclu),
  }
  const actuel: ColonneListe = {
    title: 'Aujourd’hui',
    format: 'code',
    of: ({ statut_actuel, exclu }) => nommerStatut(statut_actuel, exclu),
  }
  return au === null || horizon === null || au >= horizon ? [leJour] : [leJour, actuel]
}

/** The columns of a list; `montants` labels its amounts. What is shown beside takes the place of others, which follow. */
export function colonnesListe({
  montants,
  montre = {},
  ...jours
}: JoursStatuts & { montants: string; montre?: Montre }): ColonneListe[] {
  const ofCareers = montants === CUMUL
  const isWide = Object.values(montre).some(Boolean)
  return [
    ...qui(montre, ofCareers || isWide),
    ...(ofCareers
      ? sansAnnee(jours.horizon, isWide)
      : [...dansLAnnee(montants), ...carriere(isWide)]),
    ...remercies(!ofCareers && !montre.remercie),
    ...statuts(jours).map((colonne) => (isWide ? { ...colonne, more: true } : colonne)),
  ]
}
