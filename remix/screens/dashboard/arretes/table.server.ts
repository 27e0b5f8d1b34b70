import type { z } from 'zod'
import { type Arretes, arretes, type Derive } from '#contract/arretes'
import { type Chiffre, type Difference, difference, termesOf } from '#contract/publications'
import { plural } from '#figures/format'
import { centsOf } from '#figures/ratios'
import { Refusal } from '../../../service/refusal.server'
import { call } from '../../../service/service.server'
import { defineTable, defineTableOf } from '../../../tables/define.server'
import type { Cell, Format } from '../../../ui/table'

/** Label on its screen and format of a figure. */
export const CHIFFRES: Record<Chiffre, { label: string; format: Format }> = {
  donateurs: { label: 'Total Donateurs', format: 'nombre' },
  donations: { label: 'Total Donations', format: 'nombre' },
  'montant-total': { label: 'Montant Total', format: 'montant' },
  'don-moyen': { label: 'Don Moyen', format: 'montant' },
  'reguliers-demarres': { label: 'Réguliers démarrés', format: 'nombre' },
  'reguliers-arretes': { label: 'Réguliers arrêtés', format: 'nombre' },
  'reguliers-suivis': { label: 'Réguliers au départ ou démarrés', format: 'nombre' },
  'reguliers-montant': { label: 'Montant des séries', format: 'montant' },
  'reguliers-taux-arret': { label: 'Taux d’arrêt des réguliers', format: 'pourcentage' },
  'reguliers-part-montant': { label: 'Part des séries dans la collecte', format: 'pourcentage' },
  'campagne-montant': { label: 'Montant de la campagne', format: 'montant' },
  'campagne-donations': { label: 'Dons de la campagne', format: 'nombre' },
  'campagne-donateurs': { label: 'Donateurs de la campagne', format: 'nombre' },
  'campagne-nouveaux': { label: 'Nouveaux de la campagne', format: 'nombre' },
  'campagne-cout': { label: 'Coût de la campagne', format: 'montant' },
  'campagne-envois': { label: 'Envois de la campagne', format: 'nombre' },
  'campagne-net': { label: 'Net de la campagne', format: 'montant' },
  'campagne-euros-par-euro': { label: 'Reçu pour 1\u00A0€ de la campagne', format: 'montant' },
  'campagne-cout-par-nouveau': { label: 'Coût par nouveau de la campagne', format: 'montant' },
  'campagne-taux-retour': { label: 'Taux de retour de la campagne', format: 'pourcentage' },
  'campagne-cout-par-envoi': { label: 'Coût par envoi de la campagne', format: 'montant' },
}

/** Parameters of a difference. */
export type Asked = z.output<typeof difference.query>

/** What a figure is called: of one campaign, or of all. */
export function nameOf(chiffre: Chiffre, code: string | undefined): string {
  const { label } = CHIFFRES[chiffre]
  return code === undefined ? label.replace('de la campagne', 'des campagnes') : label
}

/** Parses a file's URL; throws a Refusal if invalid. */
function readAsked(query: URLSearchParams): Asked {
  const asked = difference.query.safeParse(Object.fromEntries(query))
  if (asked.success) return asked.data
  const [issue] = asked.error.issues
  const detail = issue?.message ?? 'Cette différence n’est pas lisible.'
  throw new Refusal(422, { detail, code: 'invalide', champ: String(issue?.path[0] ?? '') })
}

const queryOf = ({ code, ...asked }: Asked) => (code === undefined ? asked : { ...asked, code })

/** The causes of a difference, in order. */
export const contributions = defineTableOf(
  'pourquoi',
  async (request, query): Promise<[Asked, Difference]> => {
    const asked = readAsked(query)
    return [asked, await call(difference, { query: asked }, request)]
  },
  (asked, { contributions: rows }) => ({
    title: 'Ce qui a changé ce chiffre',
    columns: [
      { title: 'Le', format: 'instant' },
      { title: 'Cause', format: 'texte' },
      { title: 'Dons', format: 'texte' },
      { title: 'Effet', key: 'effet', format: CHIFFRES[asked.chiffre].format },
      ...(termesOf(asked.chiffre) ?? []).map((terme) => ({
        title: `${CHIFFRES[terme].label.replace(' de la campagne', '')} ensuite`,
        format: CHIFFRES[terme].format,
      })),
      { title: 'Ensuite', format: CHIFFRES[asked.chiffre].format },
    ],
    rows: rows.map(({ le, cause, lien, dons, effet, cumul, termes }) => [
      le,
      lien === null ? cause : { value: cause, href: lien },
      dons && { value: `${plural(dons.nombre, 'don')} de ${asked.annee}`, href: dons.lien },
      effet,
      ...(termes ?? []),
      cumul,
    ]),
    query: queryOf(asked),
  }),
)

/** The named publications. */
export const arretesTable = defineTable('arretes', arretes, ({ arretes: rows }: Arretes) => ({
  title: 'Arrêtés',
  columns: [
    { title: 'Nom', format: 'texte' },
    { title: 'Chiffres du', format: 'instant' },
    { title: 'Arrêté le', format: 'instant' },
    { title: 'Par', format: 'texte' },
    { title: 'Dons', format: 'nombre' },
    { title: 'Montant', format: 'montant' },
    { title: 'Événement', format: 'nombre' },
    { title: 'Sceau', key: 'sceau', format: 'code' },
  ],
  rows: rows.map((row) => [
    { value: row.nom, href: `/dashboard?arrete=${row.publication}` },
    row.publie_le,
    row.arrete_le,
    row.par,
    row.donations,
    row.montant,
    row.evenement,
    row.sceau,
  ]),
}))

const driftRow = (nom: string, { annee, donateurs, donations, montant }: Derive): Cell[] => [
  annee,
  nom,
  donateurs.arrete,
  donateurs.actuel - donateurs.arrete,
  donations.arrete,
  donations.actuel - donations.arrete,
  montant.arrete,
  (centsOf(montant.actuel) - centsOf(montant.arrete)) / 100,
]

/** Years complete when named, whose figures have changed since. */
export const derive = defineTable('derive', arretes, ({ arretes: rows }: Arretes) => ({
  title: 'Dérive des années closes',
  columns: [
    { title: 'Année', format: 'annee' },
    { title: 'Arrêté', format: 'texte' },
    { title: 'Alors', format: 'nombre', group: 'Donateurs' },
    { title: 'Depuis', format: 'ecart', group: 'Donateurs' },
    { title: 'Alors', format: 'nombre', group: 'Dons' },
    { title: 'Depuis', format: 'ecart', group: 'Dons' },
    { title: 'Alors', format: 'montant', group: 'Montant' },
    { title: 'Depuis', key: 'montant', format: 'montant', group: 'Montant' },
  ],
  rows: rows.flatMap(({ nom, derive: years }) => years.map((year) => driftRow(nom, year))),
}))
