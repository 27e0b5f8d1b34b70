import { expect, test } from 'vitest'
import { partagee } from '../support/ecrans'

const { demander } = partagee()
const post = (path: string) =>
  demander(path, { method: 'POST', body: new URLSearchParams({ a: 'b' }) })

const FILES = [
  '/telechargements/segmentation-globale.csv',
  '/donations/liste.csv?annee=2025',
  '/donations/historique.csv',
  '/donations/legitimes.csv',
  '/upload/exemples/donateurs.csv',
]
const READ_ONLY = [
  ...FILES,
  '/donations/exclusion/effet?contact_id=inconnu',
  '/upload/rejets/x.csv',
  '/upload/statut/x',
  '/upload/fichier/x/compte',
  '/upload/modeles/x.json',
  '/rafraichissement/x',
  '/sante',
]
const ELSEWHERE = [
  '/inconnu',
  '/montant%0d%0aX',
  '/montant%e2%80%a8X',
  '/montant%00',
  '//ailleurs.example/x',
  '/%5Cailleurs.example',
  '/a%2fb',
  '/dashboard.',
  '/telechargements',
  `/${'a'.repeat(8_000)}`,
  '/?index',
]

test('[0.1.0 C] un fichier inconnu, une année impossible, un fichier disparu : une phrase en français', async () => {
  const told: [string, number, string][] = [
    ['/telechargements/inconnu.csv', 404, 'Ce fichier n’existe pas.'],
    ['/telechargements/__proto__', 404, 'Ce fichier n’existe pas.'],
    ['/telechargements/donations-par-annee.csv?annee=abc', 422, 'L’année doit être un nombre.'],
    ['/telechargements/donations-par-annee.csv?annee=1', 422, 'entre 1900 et 2200'],
    ['/telechargements/effet-exclusion.csv?contact_id=inconnu', 404, 'n’existe pas'],
    ['/donations/liste.csv', 422, 'année'],
    ['/donations/liste.csv?annee=abc', 422, 'L’année doit être un nombre.'],
    ['/donations/historique.csv?du=x', 422, 'date'],
    ['/donations/legitimes.csv?au=x', 422, 'date'],
    ['/donations/exclusion/effet?contact_id=inconnu', 404, 'n’existe pas'],
    ['/telechargements/effet-exclusions.csv?contacts=[', 422, 'Cochez au moins un donateur.'],
    ['/upload/rejets/x.csv', 404, 'n’existe pas'],
    ['/upload/statut/x', 404, 'n’existe pas'],
    ['/upload/fichier/x/compte', 404, 'n’est plus en attente'],
    ['/upload/modeles/x.json', 404, 'n’existe pas'],
    ['/upload/exemples/autre.csv', 404, 'n’existe pas'],
    ['/rafraichissement/x', 404, 'n’existe pas'],
  ]
  for (const [path, status, sentence] of told) {
    const answer = await demander(path)
    expect(answer.status, path).toBe(status)
    expect(await answer.text(), path).toContain(sentence)
  }
})

test('[0.1.0 C] ce qui se lit seulement le dit en français à qui y envoie un formulaire', async () => {
  for (const path of READ_ONLY) {
    const answer = await post(path)
    expect(answer.status, path).toBe(405)
    expect(answer.headers.get('allow'), path).toBe('GET, HEAD')
    expect(await answer.text(), path).toContain('se lit seulement')
  }
})

test('[0.1.0 C] une adresse inconnue, quelle qu’en soit l’écriture, mène au tableau de bord', async () => {
  for (const path of ELSEWHERE) {
    const answers = [
      await demander(path),
      await demander(path, { method: 'HEAD' }),
      await post(path),
    ]
    expect(
      answers.map((answer) => answer.status),
      path,
    ).toEqual([302, 302, 303])
    for (const answer of answers) expect(answer.headers.get('location'), path).toBe('/dashboard')
  }
})

test('les scripts et styles d’une autre construction n’existent pas, au lieu de mener ailleurs', async () => {
  for (const path of ['/assets/root-VVmi7-2S.js', '/assets/app-1.css'])
    expect((await demander(path)).status, path).toBe(404)
})

test('[0.1.0 C] l’ancien paramètre des données de Remix ne change rien', async () => {
  for (const path of ['/dashboard?_data=x', '/dashboard?annee=2025&%5fdata=routes/dashboard']) {
    const answer = await demander(path)
    expect(answer.status, path).toBe(200)
    expect(await answer.text(), path).toContain('<html lang="fr">')
  }
  expect(await (await demander('/sante?_data=inconnu')).json()).toEqual({ connecte: true })
})

test('[0.1.0 C] les en-têtes d’un fichier se demandent sans le fichier, et un morceau rend le tout', async () => {
  for (const path of FILES) {
    const head = await demander(path, { method: 'HEAD' })
    expect([head.status, (await head.arrayBuffer()).byteLength], path).toEqual([200, 0])
    expect(head.headers.get('content-disposition'), path).toContain('attachment')
    const part = await demander(path, { headers: { range: 'bytes=2-5' } })
    expect(part.status, path).toBe(200)
    expect((await part.arrayBuffer()).byteLength, path).toBeGreaterThan(50)
  }
})
