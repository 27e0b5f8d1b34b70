import { TYPES_EVENEMENTS } from '#contract/constants'
import type { Evenement } from '#contract/exclusions'
import { formatSeconds } from '#figures/format'
import { actorOf, type Colonne } from './colonnes'

const whoOf = ({ contact_id, contact_principal }: Evenement) =>
  contact_principal ? `${contact_id}, avec ${contact_principal}` : contact_id || null

const ecran = { place: 'ecran' } as const
const fichier = { place: 'fichier' } as const

/** The columns of the log; its file has every hashed field intact. */
export const COLONNES_EVENEMENTS: readonly Colonne<Evenement>[] = [
  { title: 'N°', format: 'nombre', ...ecran, of: ({ numero }) => numero },
  { title: 'Date', format: 'instant', ...ecran, of: ({ survenu_le }) => survenu_le },
  {
    title: 'Type',
    key: 'type',
    format: 'texte',
    ...ecran,
    of: ({ type }) => TYPES_EVENEMENTS[type].un,
  },
  { title: 'Contact', key: 'contact', format: 'texte', ...ecran, of: whoOf },
  { title: 'Dons', format: 'nombre', ...ecran, of: (event) => event.donations_concernees },
  { title: 'Montant', format: 'montant', ...ecran, of: (event) => event.montant_concerne },
  { title: 'Numéro', format: 'nombre', ...fichier, of: ({ numero }) => numero },
  {
    title: 'Date et heure (Paris)',
    format: 'texte',
    ...fichier,
    of: ({ survenu_le }) => formatSeconds(survenu_le),
  },
  { title: 'Type', format: 'texte', ...fichier, of: ({ type }) => type },
  { title: 'Contact', format: 'code', ...fichier, of: ({ contact_id }) => contact_id },
  { title: 'Raison', format: 'texte', of: ({ raison }) => raison },
  {
    title: 'Par',
    format: 'texte',
    ...ecran,
    of: (event) => actorOf(event.exclu_par, event.identite),
  },
  { title: 'Par', format: 'texte', ...fichier, of: ({ exclu_par }) => exclu_par },
  { title: 'Identité', format: 'texte', ...fichier, of: ({ identite }) => identite },
  {
    title: 'Dons concernés',
    format: 'nombre',
    ...fichier,
    of: ({ donations_concernees }) => donations_concernees,
  },
  {
    title: 'Montant concerné',
    format: 'montant',
    ...fichier,
    of: ({ montant_concerne }) => montant_concerne,
  },
  { title: 'Identifiant', format: 'code', ...fichier, of: ({ evenement_id }) => evenement_id },
  { title: 'Horodatage UTC', format: 'code', ...fichier, of: ({ survenu_le }) => survenu_le },
  {
    title: 'Empreinte précédente',
    format: 'code',
    ...fichier,
    of: ({ empreinte_precedente }) => empreinte_precedente,
  },
  { title: 'Empreinte', key: 'empreinte', format: 'texte', of: ({ empreinte }) => empreinte },
  { title: 'Publication', format: 'nombre', ...fichier, of: ({ publication }) => publication },
  { title: 'Sceau', format: 'code', ...fichier, of: ({ sceau }) => sceau },
  {
    title: 'Contact principal',
    format: 'code',
    ...fichier,
    of: ({ contact_principal }) => contact_principal,
  },
  { title: 'Raisons connues', format: 'texte', ...fichier, of: ({ connues }) => connues },
]
