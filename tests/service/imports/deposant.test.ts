import { expect, test } from 'vitest'
import { CHAMP_FICHIER_OUTIL } from '#contract/constants'
import type { Fichier } from '#contract/fichiers'
import type { JournalImports } from '#contract/imports'
import { multipart } from '../../support/imports'
import { startService } from '../../support/service'

const SERVICE_TOKEN = 'un-jeton-de-seize-signes'
const { app } = await startService({ SERVICE_TOKEN })

/** What the proxy says of who asks; nothing where there is none. */
const headersOf = (personne?: string) => ({
  authorization: `Bearer ${SERVICE_TOKEN}`,
  ...(personne && { 'x-identite': encodeURIComponent(personne) }),
})

const CSV = 'id;date;montant;email;nom;prenom\n1;05/01/2024;10;zoe@exemple.fr;Péan;Zoé\n'

async function deposer(personne?: string): Promise<Fichier> {
  const { headers, payload } = multipart([
    { field: CHAMP_FICHIER_OUTIL, filename: 'dons.csv', type: 'text/csv', content: CSV },
  ])
  const answer = await app.inject({
    method: 'POST',
    url: '/api/fichiers',
    headers: { ...headersOf(personne), ...headers },
    payload,
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Fichier>()
}

const post = (url: string, payload: object, personne?: string) =>
  app.inject({ method: 'POST', url, payload, headers: headersOf(personne) })

const get = (url: string, personne?: string) => app.inject({ url, headers: headersOf(personne) })

/** The gifts of a tab, imported in one call. */
async function importerCommeZoe(): Promise<{ upload_id: string }> {
  const { headers, payload } = multipart([
    {
      field: 'donations_file',
      filename: 'autres.csv',
      type: 'text/csv',
      content: 'id;montant;date;contact\n7;70;2024-01-07;G\n',
    },
  ])
  const answer = await app.inject({
    method: 'POST',
    url: '/api/upload/donations/upload',
    headers: { ...headersOf('Zoé'), ...headers },
    payload,
  })
  expect(answer.statusCode, answer.body).toBe(202)
  return answer.json<{ upload_id: string }>()
}

test('[C] le fichier d’un outil qui attend n’est lu et importé que par qui l’a déposé', async () => {
  const { fichier_id, lecture } = await deposer('Zoé')
  const url = `/api/fichiers/${fichier_id}`
  for (const answer of [
    await get(url, 'Mallory'),
    await post(`${url}/lecture`, lecture ?? {}, 'Mallory'),
    await post(`${url}/importer`, { lecture, empreinte: 'a'.repeat(64) }, 'Mallory'),
  ]) {
    expect(answer.statusCode, answer.body).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'refuse', champ: 'fichier_id' })
    expect(answer.json().detail).toContain('la personne qui l’a déposé')
  }
  expect((await get(url, 'Zoé')).statusCode).toBe(200)
  expect((await get(url)).statusCode).toBe(200)
})

test('[C] celui d’un onglet de même, jusqu’à son import', async () => {
  const { headers, payload } = multipart([
    {
      field: 'donations_file',
      filename: 'dons.csv',
      type: 'text/csv',
      content: 'id;montant;date;contact\n1;10;2024-01-05;A\n',
    },
  ])
  const staged = await app.inject({
    method: 'POST',
    url: '/api/upload/donations/preview',
    headers: { ...headersOf('Zoé'), ...headers },
    payload,
  })
  expect(staged.statusCode, staged.body).toBe(200)
  const { fichier_id } = staged.json<{ fichier_id: string }>()
  const apercu = `/api/upload/apercu/${fichier_id}`
  const upload = '/api/upload/donations/upload'
  const rejets = `/api/upload/rejets/${fichier_id}.csv`
  expect((await get(apercu, 'Mallory')).statusCode).toBe(403)
  expect((await get(rejets, 'Mallory')).statusCode).toBe(403)
  expect((await post(upload, { fichier_id }, 'Mallory')).statusCode).toBe(403)
  expect((await get(apercu, 'Zoé')).statusCode).toBe(200)
  expect((await post(upload, { fichier_id }, 'Zoé')).statusCode).toBe(202)
  expect((await get(`/api/upload/status/${fichier_id}`, 'Mallory')).statusCode).toBe(200)
  expect((await get(rejets, 'Mallory')).statusCode).toBe(200)
})

test('D les mêmes octets d’une autre personne sont un fichier à elle ; un import se voit et s’annule par toutes, nommées', async () => {
  const { fichier_id } = await deposer('Zoé')
  const hers = await deposer('Mallory')
  expect(hers.fichier_id).not.toBe(fichier_id)
  expect((await get(`/api/fichiers/${hers.fichier_id}`, 'Zoé')).statusCode).toBe(403)
  expect((await get(`/api/upload/rejets/${fichier_id}.csv`, 'Mallory')).statusCode).toBe(403)
  expect((await post(`/api/upload/annulation/${fichier_id}`, {}, 'Mallory')).statusCode).toBe(404)
  // The name that a form types does not stand in for that of the proxy, nor does one in other letters.
  expect((await get(`/api/fichiers/${fichier_id}`, 'zoé')).statusCode).toBe(403)
  expect((await get(`/api/fichiers/${fichier_id}?identite=Zo%C3%A9`, 'Mallory')).statusCode).toBe(
    403,
  )

  const { upload_id } = await importerCommeZoe()
  await expect
    .poll(
      async () => (await get(`/api/upload/status/${upload_id}`)).json<{ status: string }>().status,
    )
    .toBe('completed')
  expect((await get(`/api/upload/annulation/${upload_id}`, 'Mallory')).statusCode).toBe(200)
  const undone = await post(`/api/upload/annulation/${upload_id}`, { nom: 'Zoé' }, 'Mallory')
  expect(undone.statusCode, undone.body).toBe(202)
  const annulation = undone.json<{ upload_id: string }>().upload_id
  await expect
    .poll(
      async () => (await get(`/api/upload/status/${annulation}`)).json<{ status: string }>().status,
    )
    .toBe('completed')
  const { imports } = (await get('/api/upload/journal')).json<JournalImports>()
  const par = (id: string) => imports.find((one) => one.upload_id === id)?.importe_par
  expect([par(upload_id), par(annulation)]).toEqual(['Zoé', 'Mallory'])
})
