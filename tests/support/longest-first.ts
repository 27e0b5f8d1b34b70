import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, so that none of them is left to stand alone at the end. */
const LONGEST = [
  'service/controles/sommes',
  'service/exclusions/audit',
  'service/controles/faits',
  'service/publications/chaine',
  'service/controles/fautes',
  'service/publications/histoires',
  'service/analyses/recalcul',
  'service/listes/listes',
  'service/controles/histoires',
  'service/analyses/vues',
  'service/analyses/fidelite',
  'service/analyses/histoires',
  'service/donations/filtres',
  'service/hostile',
  'service/frontiere',
  'ecrans/classeurs',
  'ecrans/hostile',
  'ecrans/rapport',
  'ecrans/verification-import',
  'ecrans/publications',
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
