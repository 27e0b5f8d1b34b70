import { expect, test } from 'vitest'
import { createRandom } from '../../../service/programs/demo/random'
import { Empreintes } from '../../../service/publication/calcul/empreintes'

const GRAINE = Number(process.env['GRAINE'] ?? Date.now() % 100_000)

/** Rows of the breakdown by year: axis, year, code, donors, new ones. */
const LIGNES = Array.from(
  { length: 500 },
  (_, at) => `media\t${2000 + (at % 20)}\tC${at}\t${1 + (at % 7)}\t${at % 2}\n`,
)

function empreintesDe(lignes: readonly string[], coupe = 1_000_000): Empreintes {
  const empreintes = new Empreintes()
  const octets = Buffer.from(lignes.join(''))
  for (let at = 0; at < octets.length; at += coupe)
    empreintes.ajouter('annees', octets.subarray(at, at + coupe))
  return empreintes
}

test('ni l’ordre des lignes ni la coupe des octets n’y changent rien', () => {
  const { between } = createRandom(GRAINE)
  const autres = [...LIGNES]
  for (let at = autres.length - 1; at > 0; at--) {
    const place = between(0, at)
    ;[autres[at], autres[place]] = [autres[place] as string, autres[at] as string]
  }
  const trouvees = empreintesDe(autres, 7)
  expect(trouvees.lignes).toBe(LIGNES.length)
  expect(trouvees.ecarts(empreintesDe(LIGNES))).toBe(0)
})

test('une ligne de plus, de moins ou autre d’un signe se voit, où qu’elle soit', () => {
  for (const at of [0, 1, 250, 499]) {
    const ligne = LIGNES[at] as string
    for (const place of [0, 6, 11, ligne.length - 2]) {
      const autre = `${ligne.slice(0, place)}${ligne[place] === '8' ? '9' : '8'}${ligne.slice(place + 1)}`
      expect(empreintesDe(LIGNES.with(at, autre)).ecarts(empreintesDe(LIGNES))).toBeGreaterThan(0)
    }
    expect(empreintesDe(LIGNES.toSpliced(at, 1)).ecarts(empreintesDe(LIGNES))).toBe(1)
    expect(empreintesDe([...LIGNES, ligne]).ecarts(empreintesDe(LIGNES))).toBe(1)
  }
})

test('deux donateurs dont l’un a ce que l’autre n’a plus se voient', () => {
  const [une = '', autre = ''] = LIGNES
  const [avec, sans] = [une.replace(/\d+\t\d\n$/, '9\t1\n'), autre.replace(/\d+\t\d\n$/, '0\t0\n')]
  expect(empreintesDe([avec, sans]).ecarts(empreintesDe([une, autre]))).toBe(2)
})
