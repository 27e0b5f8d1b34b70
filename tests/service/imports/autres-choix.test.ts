import { expect, test } from 'vitest'
import { CHAMP_FICHIER_OUTIL } from '#contract/constants'
import type { CompteFichier, Fichier } from '#contract/fichiers'
import { multipart, waitForImport } from '../../support/imports'
import { startService } from '../../support/service'

const SERVICE_TOKEN = 'un-jeton-de-seize-signes'
const { app, database } = await startService({ SERVICE_TOKEN })

const headersOf = (personne: string) => ({
  authorization: `Bearer ${SERVICE_TOKEN}`,
  'x-identite': encodeURIComponent(personne),
})

async function deposer<Answer>(url: string, field: string, content: string): Promise<Answer> {
  const file = multipart([{ field, filename: 'dons.csv', type: 'text/csv', content }])
  const headers = { ...headersOf('Zoé'), ...file.headers }
  const answer = await app.inject({ method: 'POST', url, headers, payload: file.payload })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Answer>()
}

const post = (url: string, payload: object, personne: string) =>
  app.inject({ method: 'POST', url, payload, headers: headersOf(personne) })

/** Who reads that choices were not used is told whose were, and when. */
const AUTRES =
  /avec d’autres choix que les vôtres\u00a0: par «\u00a0Zoé\u00a0», le \d+(er)? \p{L}+ \d{4} à \d\d:\d\d\. Vos choix n’ont pas servi/u

test('B5 deux personnes lisent un fichier : les mêmes choix mènent à son import, d’autres sont refusés', async () => {
  const { fichier_id, lecture } = await deposer<Fichier>(
    '/api/fichiers',
    CHAMP_FICHIER_OUTIL,
    'id;date;montant;email;nom;prenom\n1;05/01/2024;10;zoe@exemple.fr;Péan;Zoé\n',
  )
  const url = `/api/fichiers/${fichier_id}`
  const compte = async (asked: object): Promise<string> => {
    for (;;) {
      const answer = await post(`${url}/lecture`, asked, 'Zoé')
      expect(answer.statusCode, answer.body).toBe(200)
      const { compte: whole, empreinte } = answer.json<CompteFichier>()
      if (whole) return empreinte
    }
  }
  const mine = { ...lecture, constantes: { codemedia_code: 'WEB' } }
  const theirs = { ...lecture, constantes: { codemedia_code: 'SALON' } }
  const [first, second] = [await compte(mine), await compte(theirs)]
  const ask = (asked: object, empreinte: string, personne: string) =>
    post(`${url}/importer`, { lecture: asked, empreinte }, personne)

  expect((await ask(mine, first, 'Zoé')).statusCode).toBe(202)
  const running = await ask(theirs, second, 'Mallory')
  expect(running.statusCode, running.body).toBe(409)
  const inOrder = Object.fromEntries(Object.entries(mine).reverse())
  expect((await ask(inOrder, first, 'Mallory')).json()).toEqual({ upload_id: fichier_id })

  // One whose request was on its way when the import ended, and one that comes later.
  const status = await waitForImport(app, fichier_id, headersOf('Zoé'))
  expect(status.status).toBe('completed')
  const late = await ask(theirs, second, 'Mallory')
  expect(late.statusCode, late.body).toBe(409)
  expect(late.json()).toMatchObject({ code: 'conflit', detail: expect.stringMatching(AUTRES) })
  expect((await ask(mine, first, 'Mallory')).statusCode).toBe(202)

  // What the page asks once nothing is left to read.
  await expect
    .poll(async () => (await app.inject({ url, headers: headersOf('Mallory') })).json())
    .toMatchObject({ code: 'introuvable', champ: 'fichier_id' })
  const again = (empreinte: string) => post(`${url}/importer`, { empreinte }, 'Mallory')
  expect((await again(second)).statusCode).toBe(409)
  expect((await again(first)).json()).toEqual({ upload_id: fichier_id })
  const { rows } = await database.pool.query(
    'select distinct codemedia_code as code from donations',
  )
  expect(rows).toEqual([{ code: 'WEB' }])
})

test('B5 de même d’un onglet, dont les lignes courtes se complètent ou non', async () => {
  const { fichier_id } = await deposer<{ fichier_id: string }>(
    '/api/upload/donations/preview',
    'donations_file',
    'id;montant;date;contact\nC1;10;2024-01-05;A\n',
  )
  const ask = (completer_lignes_courtes: boolean, personne: string) =>
    post('/api/upload/donations/upload', { fichier_id, completer_lignes_courtes }, personne)
  expect((await ask(false, 'Zoé')).statusCode).toBe(202)
  const other = await ask(true, 'Mallory')
  expect(other.statusCode, other.body).toBe(409)
  expect(other.json()).toMatchObject({ code: 'conflit', detail: expect.stringMatching(AUTRES) })
  expect((await ask(false, 'Mallory')).statusCode).toBe(202)
})
