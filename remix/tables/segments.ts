import { AXES } from '#contract/axes'

const { reponses } = AXES.segment

/** A year's segments in order, with their colours. */
export const SEGMENTS = [
  {
    key: 'beginners',
    segment: '1',
    name: 'Beginners',
    title: reponses['1'].entete,
    mark: '3',
  },
  {
    key: 'fideles',
    segment: '2-5',
    name: 'Fidèles',
    title: reponses['2-5'].entete,
    mark: '1',
  },
  {
    key: 'super_fideles',
    segment: '6+',
    name: 'Super Fidèles',
    title: reponses['6+'].entete,
    mark: '2',
  },
] as const
