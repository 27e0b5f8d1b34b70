import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, so that none of them is left to stand alone at the end. */
const LONGEST = [
  'service/demarrage',
  'service/analyses/histoires',
  'service/topologies',
  'service/exclusions/audit',
  'service/schema/evolution',
  'service/imports/place',
  'service/frontiere',
  'service/deploiement',
  'service/hostile',
  'service/schema/versions',
  'service/analyses/recalcul',
  'service/analyses/vues',
  'ecrans/pannes',
  'ecrans/pages',
  'ecrans/analyses',
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
