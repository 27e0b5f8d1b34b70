import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, so that none of them is left to stand alone at the end. */
const LONGEST = [
  'service/rafraichissement/ecarts',
  'service/analyses/recalcul',
  'service/listes/listes',
  'service/imports/modeles-proprietes',
  'service/controles/sommes',
  'service/controles/fautes',
  'service/analyses/vues',
  'service/verification/regles',
  'service/rafraichissement/rafraichissement',
  'service/analyses/croisements',
  'service/sauvegarde',
  'service/imports/fichiers',
  'service/verification/decisions',
  'service/analyses/fidelite',
  'service/listes/gardees',
  'service/exclusions/audit',
  'service/verification/import',
  'service/imports/annulation',
  'service/imports/modeles',
  'service/analyses/histoires',
  'service/publications/histoires',
  'ecrans/classeurs',
  'ecrans/rapport',
  'ecrans/suspects',
  'ecrans/hostile',
  'ecrans/verification-import',
  'unit/imports/proprietes',
  'unit/expressions',
  'unit/imports/lecture',
  'unit/imports/lenteur',
  'unit/journaux',
]

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONGEST.findIndex((name) => moduleId.includes(`/tests/${name}.test.`))
  return rank === -1 ? LONGEST.length : rank
}

/** Vitest's own order knows how long files took only where they have run before. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((one, other) => rankOf(one) - rankOf(other))
  }
}
