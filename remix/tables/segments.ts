/** A year's segments in order, with their colours. */
export const SEGMENTS = [
  {
    key: 'beginners',
    segment: '1',
    name: 'Beginners',
    title: 'Beginners (1 donation)',
    mark: '3',
  },
  {
    key: 'fideles',
    segment: '2-5',
    name: 'Fidèles',
    title: 'Fidèles (2 à 5 donations)',
    mark: '1',
  },
  {
    key: 'super_fideles',
    segment: '6+',
    name: 'Super Fidèles',
    title: 'Super Fidèles (6 donations et plus)',
    mark: '2',
  },
] as const
