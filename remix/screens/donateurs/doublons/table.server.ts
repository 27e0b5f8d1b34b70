import { type Doublons, doublons, doublonsCsv } from '#contract/doublons'
import { plural } from '#figures/format'
import { call } from '../../../service/service.server'
import { defineTableOf } from '../../../tables/define.server'
import { DOUBLONS, linked } from '../../../tables/links'
import type { Download } from '../../../ui/table'

/** All proposals, as the service streams them. */
export const doublonsDownload = (
  { pagination }: Doublons,
  filters: Record<string, string>,
): Download => ({
  href: `${doublonsCsv.page}?${new URLSearchParams(filters)}`,
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
