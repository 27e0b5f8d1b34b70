import { type EffetGroupes, effetFusion, effetSeparation } from '#contract/groupes'
import { call } from '../../../service/service.server'
import { defineTableOf } from '../../../tables/define.server'
import type { Table } from '../../../ui/table'
import { readAsked, writeGroups } from './asked'

const content = ({ par_annee }: EffetGroupes): Omit<Table, 'name' | 'query'> => ({
  title: 'Ce qui change, par année',
  columns: [
    { title: 'Année', format: 'annee' },
    { title: 'Avant', format: 'nombre', group: 'Donateurs' },
    { title: 'Après', format: 'nombre', group: 'Donateurs' },
    { title: 'Avant', format: 'nombre', group: 'Nouveaux' },
    { title: 'Après', format: 'nombre', group: 'Nouveaux' },
    { title: 'Avant', format: 'pourcentage', group: 'Fidélisation' },
    { title: 'Après', format: 'pourcentage', group: 'Fidélisation' },
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
})

/** What a merge would change, by year. */
export const effetFusionTable = defineTableOf(
  'effet-fusion',
  async (request, query) => {
    const body = readAsked(query)
    return [body, await call(effetFusion, { body }, request)]
  },
  (asked: ReturnType<typeof readAsked>, effet: EffetGroupes) => ({
    ...content(effet),
    query: {
      groupe: writeGroups(asked.groupes),
      ...(asked.exclusion && { exclusion: asked.exclusion }),
    },
  }),
)

/** What a separation would change, by year. */
export const effetSeparationTable = defineTableOf(
  'effet-separation',
  async (request, query) => {
    const contact_id = query.get('contact') ?? ''
    return [contact_id, await call(effetSeparation, { params: { contact_id } }, request)]
  },
  (contact: string, effet: EffetGroupes) => ({ ...content(effet), query: { contact } }),
)
