/** The segments of a year in their order, with their colour. */
export const SEGMENTS = [
  { key: 'beginners', name: 'Beginners', title: 'Beginners (1 donation)', mark: '3' },
  { key: 'fideles', name: 'Fidèles', title: 'Fidèles (2 à 5 donations)', mark: '1' },
  {
    key: 'super_fideles',
    name: 'Super Fidèles',
    title: 'Super Fidèles (6 donations et plus)',
    mark: '2',
  },
] as const
