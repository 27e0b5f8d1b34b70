import { expect } from 'vitest'
import { confirmer, demanderDecision, valides } from './decider'
import { analyser, fichier, importer } from './deposer'
import { findAll, wordsOf } from './html'
import type { Visite } from './visite'

const CONTACTS = fichier(
  'Contacts.csv',
  [
    'contact_id;firstname;lastname;city;zip',
    'C1;Jeanne;Martin;Nantes;44000',
    'C2;Paul;Le Grand;Lyon;69003',
    'C3;Élise;Petit;Brest;29200',
  ].join('\r\n'),
)

const DONATIONS = fichier(
  'Donations.csv',
  [
    'id;order_amount;order_date;contact_id;codemedia_code;campaign_code',
    'D1;1 234,50 €;31/01/2024;C1;POSTAL;NOEL',
    'D2;20;2024-02-01;C2;WEB;VFL-1',
    'D3;300;2024-03-01;C3;WEB;VFL-1',
  ].join('\n'),
)

/** What the dashboard says of the year of these files, once its figures have followed. */
export const attendreTotal = (visite: Visite, total: string) =>
  expect
    .poll(
      async () => {
        const { document } = await visite.ouvrir('/dashboard?annee=2024')
        return findAll(document, 'main dl').map(wordsOf)[0] ?? ''
      },
      { timeout: 60_000, interval: 200 },
    )
    .toContain(total)

export const TOTAL = '1 554,50 €'

/** Two small files through the forms, as a browser without scripts sends them. */
export async function importerDeuxFichiers(visite: Visite): Promise<void> {
  const upload = await visite.ouvrir('/upload')
  const contacts = await analyser(visite, upload, 'donateurs', CONTACTS)
  await importer(visite, contacts, 'donateurs')
  const donations = await visite.suivre(await visite.ouvrir('/upload'), /^Donations$/)
  await importer(visite, await analyser(visite, donations, 'donations', DONATIONS), 'donations')
  await attendreTotal(visite, TOTAL)
}

/** Excludes the first donor of the list of gifts, to the number of that contact. */
export async function exclureLePremier(visite: Visite): Promise<string> {
  const list = await visite.ouvrir('/donations?annee=2024')
  const [contact = ''] = valides(list)
  await confirmer(visite, await demanderDecision(visite, list, 'Exclure', contact))
  return contact
}
