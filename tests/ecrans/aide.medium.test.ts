import { expect, test, vi } from 'vitest'
import type { JournalImports } from '#contract/imports'
import { analyser, chiffresDe, fichier, importer } from '../support/deposer'
import { propre } from '../support/ecrans'
import { findAll, getByRole, wordsOf } from '../support/html'
import { SOON } from '../support/import-calls'
import { attendreCalme } from '../support/semer'
import type { Ecran } from '../support/visite'

const visite = propre('vide')
const done: Ecran[] = []

const headerOf = async (path: string) =>
  wordsOf(getByRole((await visite.ouvrir(path)).document, 'banner'))

test('les fichiers de démonstration s’importent, et chaque écran le dit', async () => {
  const take = async (name: string) => {
    const answer = await visite.demander(`/demonstration/${name}-demonstration.csv`)
    return fichier(`${name}.csv`, await answer.text())
  }
  const upload = await visite.ouvrir('/upload')
  const contacts = await analyser(visite, upload, 'donateurs', await take('Contacts'))
  expect(chiffresDe(contacts)).toMatchObject({ 'Contacts valides': '504', Rejetées: '0' })
  done.unshift(await importer(visite, contacts, 'donateurs'))
  const next = await visite.ouvrir('/upload?onglet=donations')
  const gifts = await analyser(visite, next, 'donations', await take('Donations'))
  expect(chiffresDe(gifts)).toMatchObject({ Rejetées: '0', 'Donations sans fiche donateur': '0' })
  done.unshift(await importer(visite, gifts, 'donations'))
  await attendreCalme(visite.serviceUrl)
  for (const path of ['/dashboard', '/upload', '/donateurs/liste', '/dashboard/rapport'])
    expect(await headerOf(path), path).toContain('Données de démonstration')
})

/** Whether the last import, or undoing of one, has ended. */
const isIdle = async () => {
  const answer = await fetch(`${visite.serviceUrl}/api/upload/journal?limit=1`)
  const { imports } = (await answer.json()) as JournalImports
  return imports[0]?.status !== 'processing'
}

test('annuler les deux imports la retire, et plus rien ne la dit', async () => {
  for (const [at, { adresse }] of done.entries()) {
    const asked = await visite.suivre(await visite.ouvrir(adresse), 'Annuler cet import')
    const button = getByRole(getByRole(asked.document, 'main'), 'button', 'Annuler cet import')
    await visite.presser(asked, button, { nom: 'Zoé' })
    await vi.waitUntil(isIdle, SOON)
    await attendreCalme(visite.serviceUrl)
    expect((await headerOf('/dashboard')).includes('démonstration')).toBe(at === 0)
  }
  const { document } = await visite.ouvrir('/dashboard')
  expect(findAll(document, '.first-steps > section')).toHaveLength(3)
})
