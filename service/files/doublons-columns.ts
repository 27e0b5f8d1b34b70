import { CODES_DOUBLONS, type FicheDoublon, type GroupeDoublon } from '#contract/doublons'
import { type Colonne, ouiNon } from './colonnes'

/** A contact of a proposal, which has a number in its file. */
export interface LigneDoublon {
  numero: number
  groupe: GroupeDoublon
  fiche: FicheDoublon
}

/** The columns of the file of proposals; the screen shows cards side by side. */
export const COLONNES_DOUBLONS: readonly Colonne<LigneDoublon>[] = [
  { title: 'Groupe', format: 'nombre', of: ({ numero }) => numero },
  {
    title: 'Principal proposé',
    format: 'texte',
    of: ({ groupe, fiche }) => ouiNon(fiche.contact_id === groupe.principal_propose),
  },
  { title: 'Contact', format: 'code', of: ({ fiche }) => fiche.contact_id },
  { title: 'Civilité', format: 'texte', of: ({ fiche }) => fiche.civility },
  { title: 'Prénom', format: 'texte', of: ({ fiche }) => fiche.firstname },
  { title: 'Nom', format: 'texte', of: ({ fiche }) => fiche.lastname },
  { title: 'Société', format: 'texte', of: ({ fiche }) => ouiNon(fiche.is_company) },
  { title: 'Code postal', format: 'code', of: ({ fiche }) => fiche.zip },
  { title: 'Ville', format: 'texte', of: ({ fiche }) => fiche.city },
  { title: 'E-mail', format: 'texte', of: ({ fiche }) => fiche.email },
  { title: 'Téléphone', format: 'code', of: ({ fiche }) => fiche.phone },
  { title: 'Naissance', format: 'texte', of: ({ fiche }) => fiche.birthdate },
  { title: 'Exclu', format: 'texte', of: ({ fiche }) => ouiNon(fiche.exclu) },
  { title: 'Donations', format: 'nombre', of: ({ fiche }) => fiche.donations },
  { title: 'Montant', format: 'montant', of: ({ fiche }) => fiche.montant },
  { title: 'Premier don', format: 'jour', of: ({ fiche }) => fiche.premier_don },
  { title: 'Dernier don', format: 'jour', of: ({ fiche }) => fiche.dernier_don },
  {
    title: 'Règles',
    format: 'texte',
    of: ({ groupe }) => CODES_DOUBLONS.filter((code) => groupe.regles.includes(code)).join(' '),
  },
  { title: 'Sûr', format: 'texte', of: ({ groupe }) => ouiNon(groupe.sur) },
  { title: 'Raisons', format: 'texte', of: ({ groupe }) => groupe.raisons.join(' ') },
  { title: 'Contre', format: 'texte', of: ({ groupe }) => groupe.contre.join(' ') },
]
