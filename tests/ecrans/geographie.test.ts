import { expect, test } from 'vitest'
import { type Geographie, geographie } from '#contract/geographie'
import { formatCount, formatMeasure, formatMoney } from '../../service/figures/format'
import { partagee } from '../support/ecrans'
import { attribute, type Document, find, findAll, textOf, wordsOf } from '../support/html'
import { lireTableau } from '../support/tableau'

const { ouvrir, demander, serviceUrl } = partagee()

const ANNEE = 2025

const answer = await fetch(serviceUrl + geographie.path.replace(':annee', String(ANNEE)))
const { departements, regions } = (await answer.json()) as Geographie

/** Each place of the map and beside it: what it says, and its step. */
function lireCarte(document: Document) {
  const shapes = findAll(document, '.carte-dessin a').map((link) => ({
    says: attribute(link, 'aria-label') ?? '',
    href: attribute(link, 'href') ?? '',
    step: /palier-(\d)/.exec(attribute(find(link, 'path'), 'fill') ?? '')?.[1],
  }))
  const tiles = findAll(document, '.carte-tuiles li').map((tile) => wordsOf(tile))
  return { shapes, tiles }
}

const codeIn = (href: string) => new URL(href, serviceUrl).searchParams.get('departement')

test.each(['pour_10000', 'donateurs', 'montant'] as const)(
  'la carte et le tableau disent les mêmes nombres, et les paliers suivent la mesure : %s',
  async (mesure) => {
    const { document } = await ouvrir(`/donateurs/geographie?annee=${ANNEE}&mesure=${mesure}`)
    const { shapes, tiles } = lireCarte(document)
    const rows = lireTableau(document, `Donateurs de ${ANNEE} par département`).lignes
    expect(rows.length).toBe(departements.length)
    const shown = shapes.map(({ says, href, step }) => {
      const code = codeIn(href)
      const place = departements.find((one) => one.code === code)
      const [, donateurs, montant, taux] =
        /: (.+?) donateurs?, (.+?), (.+?) pour/.exec(says.replace(/\s/g, ' ')) ?? []
      const row = rows.find(([name]) => name?.endsWith(`(${code})`)) ?? []
      expect([donateurs, montant, taux], says).toEqual(
        [row[2], row[5], row[12]].map((cell) => cell?.replace(/\s/g, ' ')),
      )
      return { value: place?.[mesure] ?? 0, step: Number(step) }
    })
    expect(shown.length).toBeGreaterThan(20)
    for (const one of shown)
      for (const other of shown)
        if (one.value > other.value) expect(one.step).toBeGreaterThanOrEqual(other.step)
    expect(new Set(shown.map(({ step }) => step)).size).toBeGreaterThan(3)
    // Whoever is on no shape stands beside the map.
    const write =
      mesure === 'montant' ? formatMoney : mesure === 'donateurs' ? formatCount : formatMeasure
    const drawn = new Set(shapes.map(({ href }) => codeIn(href)))
    for (const place of departements)
      if (place[mesure] !== null && place.donateurs > 0 && !drawn.has(place.code))
        expect(
          tiles.filter((tile) => tile.startsWith(place.nom)),
          place.nom,
        ).toEqual([expect.stringContaining(write(place[mesure]).replace(/\s/g, ' '))])
  },
)

test('les régions du tableau sont celles du service, et un croisement du même axe deux fois le dit', async () => {
  const { document } = await ouvrir(`/donateurs/geographie?annee=${ANNEE}`)
  const rows = lireTableau(document, `Donateurs de ${ANNEE} par région`).lignes
  expect(rows.map(([name, count]) => [name, count])).toEqual(
    regions.map(({ nom, donateurs }) => [nom, formatCount(donateurs)]),
  )
  const twice = await ouvrir('/donateurs/croisements?lignes=region&colonnes=region&annee=2025')
  expect(findAll(twice.document, '.alert').map(textOf).join()).toContain('choisissez-en deux')
  const file = await demander('/telechargements/croisement.csv?lignes=annee&colonnes=profil')
  expect((await file.text()).split('\r\n')[0]).toContain('Année')
})
