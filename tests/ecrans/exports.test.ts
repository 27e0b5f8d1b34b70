import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { formatCount } from '../../service/figures/format'
import { propre } from '../support/ecrans'
import { attribute, findAll } from '../support/html'
import { lienDuMenu, lireTableau } from '../support/tableau'
import { validate } from '../support/validation'

const application = propre('demo')

test('chaque fichier de dons est noté sur l’écran des imports, et le journal a le sien', async () => {
  const before = await application.ouvrir('/upload')
  expect(() => lireTableau(before.document, 'Journal des exports')).toThrow()
  const file = await application.demander('/donations/liste.csv?annee=2020')
  const bytes = Buffer.from(await file.arrayBuffer())
  const rows = bytes.toString().trimEnd().split('\r\n').length - 1

  const { document, html } = await application.ouvrir('/upload')
  const { lignes } = lireTableau(document, 'Journal des exports')
  expect(lignes).toHaveLength(1)
  expect(lignes[0]?.slice(1, 5)).toEqual(['Donations', 'année 2020', 'Complet', formatCount(rows)])
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(findAll(document, 'code').map((code) => attribute(code, 'title'))).toContain(sha256)
  expect(await validate(html)).toEqual([])

  const link = lienDuMenu(document, /^Télécharger 1 export des 12 derniers mois/)
  const journal = await (await application.demander(attribute(link, 'href') ?? '')).text()
  expect(journal).toContain(`;Complet;${rows};${sha256}`)
})
