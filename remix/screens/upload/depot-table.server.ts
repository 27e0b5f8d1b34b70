import { type DepotDossier, depotDossier } from '#contract/depot'
import { defineTable } from '../../tables/define.server'
import { SORTS } from './depot'

/** The last files of the folder, and what became of each. */
export const fichiersDuDossier = defineTable(
  'fichiers-du-dossier',
  depotDossier,
  ({ fichiers }: DepotDossier) => ({
    title: 'Derniers fichiers du dossier',
    columns: [
      { title: 'Vu le', format: 'instant' as const },
      { title: 'Fichier', key: 'fichier', format: 'texte' as const },
      { title: 'Devenu', format: 'texte' as const },
      { title: 'Ce qui s’est passé', format: 'texte' as const },
      { title: 'Où il est', format: 'texte' as const },
    ],
    rows: fichiers.map(({ vu_le, nom, sort, phrase, chemin }) => [
      vu_le,
      nom,
      SORTS[sort],
      phrase,
      chemin,
    ]),
  }),
)
