import type { ResultatImport } from '#contract/imports'
import { citer, plural } from '#figures/format'

/** A cause as it is stored, with what is known of its import or its event. */
export interface Cause {
  nature: 'DEPART' | 'IMPORT' | 'EXCLUSION' | 'REINTEGRATION' | 'AUTRE'
  fichier_id: string | null
  nom: string | null
  resultat: ResultatImport | null
  contact_id: string | null
  raison: string | null
}

const SPACE = '\u00A0'

export const SANS_CAUSE = 'Les jours qui passent, ou une autre version de l’application'
const AUTRE =
  'Ni import ni décision\u00A0: données modifiées hors de l’application, ou nouvelle version de celle-ci'

function tellImport({ nom, resultat }: Cause): string {
  const file = `Import de ${citer(nom ?? 'un fichier')}`
  if (!resultat) return file
  const { inseres, modifies } = resultat
  const parts = [
    inseres > 0 && plural(inseres, 'don ajouté', 'dons ajoutés'),
    modifies > 0 && plural(modifies, 'modifié'),
  ]
  return `${file}${SPACE}: ${parts.filter(Boolean).join(', ')}`
}

/** What changed figures, in words. */
export function tellCause(cause: Cause): string {
  const { nature, contact_id, raison } = cause
  if (nature === 'IMPORT') return tellImport(cause)
  if (nature === 'DEPART') return 'Première publication gardée'
  if (nature === 'AUTRE') return AUTRE
  const act = nature === 'EXCLUSION' ? 'Exclusion' : 'Réintégration'
  return `${act} de ${contact_id}${raison ? `${SPACE}: ${raison}` : ''}`
}

/** Where the web app shows it. */
export function linkOf({ nature, fichier_id, contact_id }: Cause): string | null {
  if (nature === 'IMPORT')
    return `/upload?${new URLSearchParams({ onglet: 'donations', import_donations: fichier_id ?? '' })}`
  return contact_id === null
    ? null
    : `/donateurs/fiche?${new URLSearchParams({ contact: contact_id })}`
}

/** What had come since the publication before: each import, decisions by their number. */
export function tellCauses(causes: readonly Cause[]): string[] {
  const count = (nature: Cause['nature']) =>
    causes.filter((cause) => cause.nature === nature).length
  const exclusions = count('EXCLUSION')
  const reintegrations = count('REINTEGRATION')
  const told = causes.filter(({ contact_id }) => contact_id === null).map(tellCause)
  if (exclusions > 0) told.push(plural(exclusions, 'exclusion'))
  if (reintegrations > 0) told.push(plural(reintegrations, 'réintégration'))
  return told.length > 0 ? told : [SANS_CAUSE]
}
