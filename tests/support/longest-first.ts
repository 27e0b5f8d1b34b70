import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, so that none of them is left to stand alone at the end. */
const LONGEST = [
  'service/rafraichissement/ecarts',
  'service/analyses/recalcul',
  'service/donations/filtres',
  'service/analyses/vues',
  'service/rafraichissement/rafraichissement',
  'service/verification/decisions',
  'service/verification/retard',
  'service/session',
  'service/imports/attente',
  'service/recherche/recherche',
  'service/imports/annulation',
  'service/selections/selections',
  'service/analyses/fidelite',
  'service/analyses/histoires',
  'service/imports/modeles-proprietes',
  'service/controles/sommes',
  'service/exclusions/audit',
  'service/listes/listes',
  'service/analyses/croisements',
  'service/imports/fichiers',
  'service/publications/pendant-un-import',
  'ecrans/import',
  'ecrans/exclusions',
  'ecrans/pages',
  'ecrans/coquille',
  'ecrans/saisies-campagnes',
  'ecrans/etats',
  'ecrans/dashboard',
  'ecrans/doublons',
  'ecrans/telechargements',
  'ecrans/classeurs',
  'ecrans/rapport',
  'ecrans/suspects',
  'unit/imports/classeur',
  'unit/expressions',
  'unit/imports/lecture',
  'unit/journaux',
]

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONGEST.findIndex((name) => moduleId.includes(`/tests/${name}.`))
  return rank === -1 ? LONGEST.length : rank
}

/** Vitest's own order knows how long files took only where they have run before. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((one, other) => rankOf(one) - rankOf(other))
  }
}
