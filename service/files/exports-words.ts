import type { Export } from '#contract/exports'

/** States of an export, in words. */
export const ETATS_EXPORT = {
  complet: 'Complet',
  en_cours: 'En cours',
  interrompu: 'Interrompu',
} as const

export const FICHIERS: Record<Export['fichier'], string> = {
  donations: 'Donations',
  liste: 'Liste de donateurs',
  selection: 'Sélection',
  a_verifier: 'Donateurs à vérifier',
  doublons: 'Doublons possibles',
  oppositions: 'Oppositions',
  series: 'Séries de dons',
}

const NOMS: Record<string, string> = {
  annee: 'année',
  year: 'année',
  departement: 'département',
  region: 'région',
  anciennete: 'ancienneté',
  sans: 'sans les codes',
  regulier: 'régulier',
  don_mois: 'don du mois',
  don_media: 'don de code média',
  don_origine: 'don de code origine',
  don_campagne: 'don de code campagne',
  don_famille: 'don de la famille',
  don_produit: 'don de code produit',
  don_tranche: 'don de la tranche',
  premier: 'nouveaux donateurs, par leur premier don',
  chiffrees: 'campagnes avec un coût ou des envois',
  premiere: 'première campagne',
  derniere: 'dernière campagne',
  details: 'avec tous les détails',
  avec_email: 'avec e-mail',
  q: 'avec une recherche',
  contact_id: 'd’un contact',
  ids_retires: 'identifiants retirés',
  a_verifier: 'sans donateurs à vérifier',
  societes: 'sans sociétés',
  sans_email: 'sans ceux sans e-mail',
  sans_code_postal: 'sans ceux sans code postal',
  suivies: 'mois, au moins',
  arretees: 'arrêtées au mois',
  meme_email: 'un seul par e-mail',
}

/** Said by being there. */
const DRAPEAUX = [
  'premier',
  'chiffrees',
  'details',
  'avec_email',
  'q',
  'contact_id',
  'a_verifier',
  'societes',
  'sans_email',
  'sans_code_postal',
  'meme_email',
]

/** Most telling first; the rest alphabetically. */
const FIRST = ['ensemble', 'annee', 'year', 'cohorte']
const rankOf = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)
const inOrder = ([one]: [string, string], [other]: [string, string]) =>
  rankOf(one) - rankOf(other) || one.localeCompare(other)

/** Describes a file's set in words: `dormants, année 2024`. */
export const setOf = ({ parametres }: Pick<Export, 'parametres'>): string =>
  Object.entries(parametres)
    .sort(inOrder)
    .map(([name, value]) => {
      if (name === 'ensemble') return value.replaceAll('_', ' ')
      if (name === 'dons')
        return value === '1' ? 'dons comptés seulement' : 'hors statistiques seulement'
      const word = NOMS[name] ?? name.replaceAll('_', ' ')
      return DRAPEAUX.includes(name) && ['1', 'oui', 'true'].includes(value)
        ? word
        : `${word} ${value}`
    })
    .join(', ')
