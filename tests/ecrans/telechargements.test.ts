import { expect, test } from 'vitest'
import type { ListesGardees } from '#contract/listes-gardees'
import type { Publications } from '#contract/publications'
import { downloads } from '../../remix/tables/downloads.server'
import { partagee } from '../support/ecrans'

const application = partagee()

/** Whether it has lines depends on what other tests note meanwhile. */
const EITHER = ['comptabilite', 'comptabilite-saisies']
/** What the data has none of: nobody was excluded, judged genuine or collective, objected, or named a publication or a list. */
const EMPTY = [
  'actes-de-poids',
  'fiche-exclusions',
  'fiche-legitime',
  'controles-comptabilite',
  'arretes',
  'collectifs-possibles',
  'contacts-collectifs',
  'derive',
  'fichiers-du-dossier',
  'listes-retirees',
  'mots-de-verification',
  'vagues-a-verifier',
]

/** Donors of the data, for the tables that are about one, look for one or reunite two. */
async function desContacts(): Promise<string[]> {
  const answer = await fetch(`${application.serviceUrl}/api/donations/list?limit=50`)
  const { donations } = (await answer.json()) as { donations: { contact_id: string }[] }
  return [...new Set(donations.map(({ contact_id }) => contact_id))]
}

async function derniere(): Promise<number | undefined> {
  const answer = await fetch(`${application.serviceUrl}/api/publications`)
  return ((await answer.json()) as Publications).publications[0]?.numero
}

async function gardee(): Promise<string> {
  const answer = await fetch(`${application.serviceUrl}/api/donateurs/listes-gardees`)
  return ((await answer.json()) as ListesGardees).listes[0]?.liste_id ?? ''
}

test('chaque tableau défini a une adresse qui sert son fichier, avec ses lignes', async () => {
  const [contact_id = '', autre = ''] = await desContacts()
  const query = new URLSearchParams({
    annee: '2020',
    contact: contact_id,
    contact_id,
    contacts: JSON.stringify([contact_id]),
    groupe: JSON.stringify([contact_id, autre]),
    q: contact_id,
    regle: 'T1',
    chiffre: 'donateurs',
    de: '0',
    a: String(await derniere()),
    liste: await gardee(),
  })
  const names = Object.keys(downloads)
  expect(names.length).toBeGreaterThan(30)
  for (const name of names) {
    const answer = await application.demander(`/telechargements/${name}.csv?${query}`)
    // Nobody counts as another there.
    if (name === 'effet-separation') {
      expect(answer.status).toBe(409)
      continue
    }
    // The data have no wave to tell of.
    if (name.startsWith('vague-')) {
      expect(answer.status, name).toBe(422)
      continue
    }
    expect(answer.status, name).toBe(200)
    expect(answer.headers.get('content-disposition'), name).toMatch(
      new RegExp(`^attachment; filename="${name}(-[\\w-]+)?\\.csv"$`),
    )
    const lines = (await answer.text()).trimEnd().split('\r\n')
    if (!EITHER.includes(name)) expect(lines.length > 1, name).toBe(!EMPTY.includes(name))
  }
})
