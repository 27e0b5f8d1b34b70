import { describe, expect, test } from 'vitest'
import { readDemo } from '../../service/programs/launch/demo'

describe('Ce qu’on demande au démarrage', () => {
  test.each([
    [[], { donateurs: 5_000, again: false, first: false }],
    [['--demo'], { donateurs: 5_000, again: false, first: true }],
    [['demo', '--donateurs', '12'], { donateurs: 12, again: true, first: false }],
  ])('%j se lit', (args, read) => {
    expect(readDemo(args)).toEqual(read)
  })

  test.each([
    [['--dmo'], 'ses options sont --demo, --donateurs'],
    [['demo', '--donateur', '5'], 'ses options sont --demo, --donateurs'],
    [['--donateurs'], 'ses options sont --demo, --donateurs'],
    [['dmo'], '«\u00A0dmo\u00A0» ne se demande pas ici'],
    [['demo', 'demo'], '«\u00A0demo\u00A0» ne se demande pas ici'],
    [['--donateurs', '1,5'], 'un nombre entier entre 1 et 1 000 000'],
  ])('%j est refusé d’une phrase, plutôt qu’à moitié entendu', (args, sentence) => {
    expect(() => readDemo(args)).toThrow(sentence)
  })
})
