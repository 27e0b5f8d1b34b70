import { TYPES_EVENEMENTS } from '#contract/constants'
import { CAUSES_AU_PLUS } from '#contract/publications'
import { citer, plural } from '#figures/format'

/** What somebody decided of a donor, and changes figures. */
const ACTS = ['EXCLUSION', 'REINTEGRATION', 'FUSION', 'SEPARATION'] as const

/** How a cause names the other contact. */
const LINKS: Partial<Record<string, string>> = { FUSION: 'avec', SEPARATION: 'd’avec' }

/** A published cause, with what the log says of its event. */
export interface Cause {
  nature: (typeof ACTS)[number] | 'DEPART' | 'IMPORT' | 'AUTRE'
  fichier_id: string | null
  nom: string | null
  inseres: number | null
  modifies: number | null
  /** Name of the file whose import it undid. */
  annule: string | null
  /** The contact whose keys it parted. */
  partage: string | null
  contact_id: string | null
  contact_principal: string | null
  raison: string | null
}

const SPACE = '\u00A0'

export const SANS_CAUSE = 'Les jours qui passent, ou une autre version de l’application'
const AUTRE =
  'Ni import ni décision\u00A0: données modifiées hors de l’application, ou nouvelle version de celle-ci'

function tellUndoing(annule: string, inseres: number | null, modifies: number | null): string {
  const parts = [
    inseres !== null && inseres < 0 && plural(-inseres, 'don retiré', 'dons retirés'),
    modifies !== null && modifies > 0 && plural(modifies, 'rétabli'),
  ].filter(Boolean)
  const what = parts.length > 0 ? `${SPACE}: ${parts.join(', ')}` : ''
  return `Annulation de l’import de ${citer(annule)}${what}`
}

function tellImport({ nom, inseres, modifies, annule, partage }: Cause): string {
  if (partage !== null)
    return `${nom}${SPACE}: ${plural(modifies ?? 0, 'don a changé de numéro', 'dons ont changé de numéro')}`
  if (annule !== null) return tellUndoing(annule, inseres, modifies)
  const file = `Import de ${citer(nom ?? 'un fichier')}`
  if (inseres === null || modifies === null) return file
  const parts = [
    inseres > 0 && plural(inseres, 'don ajouté', 'dons ajoutés'),
    modifies > 0 && plural(modifies, 'modifié'),
  ]
  return `${file}${SPACE}: ${parts.filter(Boolean).join(', ')}`
}

/** Describes a cause in words. */
export function tellCause(cause: Cause): string {
  const { nature, contact_id, contact_principal, raison } = cause
  if (nature === 'IMPORT') return tellImport(cause)
  if (nature === 'DEPART') return 'Première publication gardée'
  if (nature === 'AUTRE') return AUTRE
  const other = contact_principal === null ? '' : ` ${LINKS[nature] ?? 'et'} ${contact_principal}`
  return `${TYPES_EVENEMENTS[nature].un} de ${contact_id}${other}${raison ? `${SPACE}: ${raison}` : ''}`
}

/** The web app's page for it. */
export function linkOf({ nature, fichier_id, contact_id, partage }: Cause): string | null {
  const card = contact_id ?? partage
  if (nature === 'IMPORT' && partage === null)
    return `/upload?${new URLSearchParams({ onglet: 'donations', import_donations: fichier_id ?? '' })}`
  return card === null ? null : `/donateurs/fiche?${new URLSearchParams({ contact: card })}`
}

/** The web app's list of the gifts of a year that an import changed. */
export const changedBy = (fichier_id: string | null, annee: number): string =>
  `/dashboard/pourquoi/dons?${new URLSearchParams({ import: fichier_id ?? '', annee: String(annee) })}`

/** The web app's list of a donor's gifts of a year. */
export const giftsOfDonor = (contact_id: string, annee: number): string =>
  `/donations?${new URLSearchParams({ annee: String(annee), contact_id })}`

/** Describes what came since the previous publication: each import, and the number of decisions. */
export function tellCauses(causes: readonly Cause[]): string[] {
  const count = (nature: Cause['nature']) =>
    causes.filter((cause) => cause.nature === nature).length
  const told = causes.filter(({ contact_id }) => contact_id === null).map(tellCause)
  for (const nature of ACTS) {
    const acts = count(nature)
    if (acts > 0) told.push(plural(acts, TYPES_EVENEMENTS[nature].un.toLowerCase()))
  }
  if (told.length === 0) return [SANS_CAUSE]
  const more = told.length - CAUSES_AU_PLUS
  if (more <= 0) return told
  return [...told.slice(0, CAUSES_AU_PLUS - 1), plural(more + 1, 'autre cause', 'autres causes')]
}
