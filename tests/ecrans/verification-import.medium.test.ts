import { expect, test, vi } from 'vitest'
import { analyser, fichier, importer, type Onglet, panneauDe } from '../support/deposer'
import { propre } from '../support/ecrans'
import { findAll, listByRole, textOf, wordsOf } from '../support/html'
import type { Ecran } from '../support/visite'

const visite = propre('vide')

const importerDes = async (onglet: Onglet, lines: string[]): Promise<Ecran> => {
  const upload = await visite.ouvrir(`/upload?onglet=${onglet}`)
  const file = fichier(`${onglet}.csv`, lines.join('\n'))
  return importer(visite, await analyser(visite, upload, onglet, file), onglet)
}

/** The same screen once the rules were looked at. */
const trouves = ({ adresse }: Ecran): Promise<Ecran> =>
  vi.waitUntil(
    async () => {
      const ecran = await visite.ouvrir(adresse)
      return !wordsOf(panneauDe(ecran)).includes('Recherche de donateurs à vérifier') && ecran
    },
    { timeout: 60_000, interval: 300 },
  )

test('après un import, l’écran dit combien de donateurs sont à vérifier depuis, et mène à eux seuls', async () => {
  const cards = await importerDes('donateurs', [
    'contact_id;firstname;lastname',
    'V1;Test;Test',
    'V2;Essai;Essai',
    'V3;Camille;Trois',
  ])
  expect(wordsOf(panneauDe(await trouves(cards)))).toContain('Aucun nouveau donateur à vérifier.')

  const first = await importerDes('donations', [
    'id;order_amount;order_date;contact_id',
    'D1;20;2024-01-01;V1',
    'D2;20;2024-01-01;V3',
  ])
  expect(listByRole((await trouves(first)).document, 'link', /^1 nouveau donateur/)).toHaveLength(1)

  const second = await importerDes('donations', [
    'id;order_amount;order_date;contact_id',
    'D3;30;2024-02-01;V2',
    'D4;30;2024-02-01;V1',
  ])
  const queue = await visite.suivre(await trouves(second), /^1 nouveau donateur à vérifier$/)
  const names = findAll(queue.document, '.data-table tbody th a').map(textOf)
  expect(names.slice(0, 1)).toEqual(['Essai Essai'])
  expect(wordsOf(queue.document)).toContain('Seuls ceux qui sont à vérifier depuis cet import')
  const all = await visite.suivre(queue, 'Les voir tous')
  expect(findAll(all.document, '.reasons')).toHaveLength(2)
})
