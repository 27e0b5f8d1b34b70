import { type Doublons, doublons } from '#contract/doublons'
import { effetFusion, type EffetGroupes } from '#contract/groupes'
import { plural } from '#figures/format'
import { readGroupes } from '../doublons/choix.server'
import { call } from '../service.server'
import type { Download } from '../ui/table'
import { defineTableOf } from './define.server'
import { DOUBLONS, linked } from './links'

/** All proposals, as the service streams them. */
export const doublonsDownload = (
  { pagination }: Doublons,
  filters: Record<string, string>,
): Download => ({
  href: `${DOUBLONS}.csv?${new URLSearchParams(filters)}`,
  text: `Télécharger ${plural(pagination.total_items, 'proposition')} (CSV)`,
})

/** What each rule proposes, and what people made of it. */
export const reglesDesDoublons = defineTableOf(
  'regles-des-doublons',
  async (request) => [await call(doublons, { query: { limit: 1 } }, request)],
  ({ regles }: Doublons) => ({
    title: 'Les règles, et ce qu’elles proposent',
    columns: [
      { title: 'Règle', format: 'texte' },
      { title: 'Sûre', format: 'texte' },
      { title: 'Proposés', format: 'nombre' },
      { title: 'Réunis', format: 'nombre' },
      { title: 'Paires distinctes', format: 'nombre' },
    ],
    rows: regles.map(({ code, libelle, sure, proposes, fusionnes, distincts }) => [
      `${libelle} (${code})`,
      sure ? 'oui' : 'non',
      linked(proposes, `${DOUBLONS}?${new URLSearchParams({ regle: code })}`),
      fusionnes,
      distincts,
    ]),
  }),
)

/** What merging these groups changes, of the years where anything does; `choix` is what is asked, as JSON. */
export const effetFusionTable = defineTableOf(
  'effet-fusion',
  async (request, query) => {
    const choix = query.get('choix') ?? ''
    return [choix, await call(effetFusion, { body: readGroupes(choix) }, request)]
  },
  (choix: string, { par_annee }: EffetGroupes) => ({
    title: 'Ce que les chiffres deviennent, par année',
    columns: [
      { title: 'Année', format: 'annee' },
      { title: 'Avant', group: 'Donateurs', format: 'nombre' },
      { title: 'Après', group: 'Donateurs', format: 'nombre' },
      { title: 'Avant', group: 'Nouveaux', format: 'nombre' },
      { title: 'Après', group: 'Nouveaux', format: 'nombre' },
      { title: 'Avant', group: 'Fidélisation', format: 'pourcentage' },
      { title: 'Après', group: 'Fidélisation', format: 'pourcentage' },
    ],
    rows: par_annee.map(({ annee, donateurs, nouveaux, fidelisation }) => [
      annee,
      donateurs.avant,
      donateurs.apres,
      nouveaux.avant,
      nouveaux.apres,
      fidelisation.avant,
      fidelisation.apres,
    ]),
    query: { choix },
  }),
)
