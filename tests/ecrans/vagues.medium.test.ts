import { beforeAll, expect, test, vi } from 'vitest'
import { attendreAVerifier } from '../support/a-verifier-web'
import { issueDe } from '../support/decider'
import { propre } from '../support/ecrans'
import { findAll, getByRole, listByRole, textOf, wordsOf } from '../support/html'
import { begin, readStatus, SOON, stage } from '../support/import-calls'
import { validate } from '../support/validation'
import type { Ecran } from '../support/visite'

const FILE = '/donations/a-verifier'
const visite = propre('demo')

const EVENINGS = { '10/11/2026': 45, '11/11/2026': 35 }

/** So many donors of one gift of 2 € on each of these days, with neither media nor mailbox. */
const gifts = Object.entries(EVENINGS).flatMap(([jour, count]) =>
  Array.from(
    { length: count },
    (_, at) => `V${jour.slice(0, 2)}-${at};2;${jour};V${jour.slice(0, 2)}-${at}`,
  ),
)

beforeAll(async () => {
  const id = await stage(visite.serviceUrl, ['id;montant;date;contact', ...gifts].join('\n'))
  await begin(visite.serviceUrl, id)
  await vi.waitUntil(
    async () => (await readStatus(visite.serviceUrl, id)).status === 'completed',
    SOON,
  )
  await vi.waitUntil(
    async () => (await attendreAVerifier(visite.serviceUrl)).vagues.length === 2,
    SOON,
  )
})

const main = (ecran: Ecran) => getByRole(ecran.document, 'main')
const openWave = async (jour: string) => visite.suivre(await visite.ouvrir(FILE), jour)

test('une vague se lit avant d’être décidée, et n’est plus à vérifier une fois jugée légitime', async () => {
  const page = await openWave('10/11/2026')
  expect(wordsOf(main(page))).toContain('tous le 10/11/2026, sans média')
  expect(wordsOf(main(page))).not.toMatch(/média «? ?N\/A/)
  expect(await validate(page.html)).toEqual([])
  const titles = findAll(page.document, 'h2, caption').map(textOf)
  const place = (title: RegExp) => titles.findIndex((one) => title.test(one))
  expect(place(/boîtes aux lettres/)).toBeGreaterThanOrEqual(0)
  expect(place(/boîtes aux lettres/)).toBeLessThan(place(/Décider de toute la vague/))

  const press = (raison: string) =>
    visite.presser(page, getByRole(main(page), 'button', /^Légitime$/), { raison })
  expect((await press(' ')).status).toBe(422)
  const done = await press('Soirée de collecte')
  expect(done.adresse).toBe(FILE)
  expect(issueDe(done)).toContain('légitime')
  expect(listByRole(main(done), 'link', '10/11/2026')).toEqual([])
})

test('une vague s’exclut en une fois, et sa page dit qu’il n’y a plus rien à décider', async () => {
  const page = await openWave('11/11/2026')
  const done = await visite.presser(
    page,
    getByRole(main(page), 'button', 'Exclure les 35 donateurs'),
  )
  expect(done.adresse).toBe(FILE)
  expect(listByRole(main(done), 'link', '11/11/2026')).toEqual([])
  expect(wordsOf(main(await visite.ouvrir(page.adresse)))).toContain(
    '35 donateurs de cette vague sont exclus',
  )
})

test('un mot ajouté est dans sa liste, et se retire', async () => {
  const add = async (values: Record<string, string>) => {
    const page = await visite.ouvrir('/donations/mots')
    expect(await validate(page.html)).toEqual([])
    return visite.presser(page, getByRole(main(page), 'button', 'Enregistrer'), values)
  }
  const said = { mot: 'Zorglub', liste: 'essais', raison: 'Nos essais du vendredi', nom: 'Inès' }
  const nameless = await add({ ...said, nom: '' })
  expect(nameless.status).toBe(422)
  const lists = ({ document }: Ecran) => findAll(document, 'details p').map(wordsOf).join(' · ')
  expect(lists(await add({ ...said, geste: 'ajouter' }))).toMatch(/\bzorglub\b/)
  expect(lists(await add({ ...said, geste: 'retirer' }))).not.toMatch(/\bzorglub\b/)
})
