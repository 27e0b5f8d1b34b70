import type { DonateurListe } from '#contract/listes'
import { formatDay } from '#figures/format'
import { type Colonne, companyOf, nameOf } from './colonnes'
import { STATUT_TITRES } from './statuts'

type ColonneListe = Colonne<DonateurListe>

/** Label of the amounts in career lists, which have no separate yearly column. */
export const CUMUL = 'Cumul'

const QUI: ColonneListe[] = [
  { title: 'Donateur', key: 'nom', format: 'texte', place: 'ecran', tri: 'nom', of: nameOf },
  { title: 'Contact', format: 'code', tri: 'contact', of: ({ contact_id }) => contact_id },
  { title: 'Prénom', format: 'texte', place: 'fichier', of: ({ firstname }) => firstname },
  { title: 'Nom', format: 'texte', place: 'fichier', of: ({ lastname }) => lastname },
  { title: 'Société', format: 'texte', place: 'fichier', of: companyOf },
  { title: 'Code postal', format: 'code', tri: 'code_postal', of: ({ zip }) => zip },
  { title: 'Ville', format: 'texte', tri: 'ville', of: ({ city }) => city },
  { title: 'E-mail', format: 'texte', place: 'fichier', of: ({ email }) => email },
  { title: 'Téléphone', format: 'code', place: 'fichier', of: ({ phone }) => phone },
]

const dansLAnnee = (montants: string): ColonneListe[] => [
  { title: montants, format: 'montant', tri: 'montant', of: ({ montant }) => montant },
  {
    title: 'Dons',
    key: 'dons',
    format: 'nombre',
    tri: 'dons',
    of: ({ nombre_dons }) => nombre_dons,
  },
]

const group = 'Toute la carrière'

const CARRIERE: ColonneListe[] = [
  {
    title: 'Premier don',
    format: 'jour',
    group,
    tri: 'premier_don',
    of: ({ premier_don }) => premier_don,
  },
  {
    title: 'Dernier don',
    format: 'jour',
    group,
    tri: 'dernier_don',
    of: ({ dernier_don }) => dernier_don,
  },
  {
    title: 'Montant du dernier don',
    format: 'montant',
    place: 'fichier',
    of: ({ dernier_montant }) => dernier_montant,
  },
  { title: CUMUL, format: 'montant', group, tri: 'cumul', of: ({ cumul }) => cumul },
  {
    title: 'Dons en tout',
    key: 'cumul_dons',
    format: 'nombre',
    group,
    tri: 'cumul_dons',
    of: ({ cumul_dons }) => cumul_dons,
  },
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

/** The columns of a list; `montants` labels its amounts. */
export const colonnesListe = ({
  montants,
  ...jours
}: JoursStatuts & { montants: string }): ColonneListe[] => [
  ...QUI,
  ...(montants === CUMUL ? [] : dansLAnnee(montants)),
  ...CARRIERE,
  ...statuts(jours),
]
