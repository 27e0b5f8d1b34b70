import { describe, expect, test } from 'vitest'
import {
  multipart,
  type Part,
  postFile,
  preview,
  upload,
  waitForImport,
} from '../../support/imports'
import { startService } from '../../support/service'

const { app, database } = await startService({ UPLOAD_MAX_BYTES: '20000' })

const CSV = 'id;montant;date;contact\n1;5;2025-01-01;c\n'
const FILE: Part = { field: 'donations_file', filename: 'dons.csv', type: 'text/csv', content: CSV }

const send = (parts: Part[], url = '/api/upload/donations/preview') =>
  app.inject({ method: 'POST', url, ...multipart(parts) })

/** Nothing of a refused file may stay: no entry, no reject, no table. */
async function traces() {
  const { rows } = await database.pool.query(`
    select (select count(*) from fichiers) + (select count(*) from imports_rejets)
      + (select count(*) from leases)
      + (select count(*) from pg_tables where schemaname = 'depots') as traces`)
  return rows[0].traces
}

const TYPE = 'File type must be text/csv,application/csv,text/plain,.csv'

describe('l’envoi d’un fichier', () => {
  test.each<[string, Part[], number, string]>([
    [
      'sous un autre champ',
      [{ ...FILE, field: 'contacts_file' }],
      422,
      'Le fichier est attendu dans le champ «\u00a0donations_file\u00a0».',
    ],
    [
      'sans fichier choisi',
      [{ ...FILE, filename: '', content: '' }],
      422,
      'Fichier de donations manquant',
    ],
    ['sans aucune partie', [], 422, 'Fichier de donations manquant'],
    ['au nom qui ne finit pas par .csv', [{ ...FILE, filename: 'dons.xlsx' }], 422, TYPE],
    ...['a\0.csv', 'a\u0007.csv', `${'a'.repeat(252)}.csv`].map(
      (filename): [string, Part[], number, string] => [
        `au nom ${JSON.stringify(filename.slice(0, 30))}`,
        [{ ...FILE, filename }],
        422,
        'Renommez le fichier et recommencez.',
      ],
    ),
    ['d’un autre type', [{ ...FILE, type: 'application/pdf' }], 422, TYPE],
    [
      'vide',
      [{ ...FILE, content: '' }],
      422,
      'Le fichier est vide\u00a0: il n’a ni en-tête ni ligne.',
    ],
    ['deux à la fois', [FILE, FILE], 422, 'Too many files'],
    [
      'trop grand',
      [{ ...FILE, content: CSV + 'x'.repeat(20_000) }],
      413,
      'Le fichier dépasse la taille maximale de 20\u202f000\u00a0octets. Partagez-le en plusieurs fichiers.',
    ],
    ['qui est un classeur', [{ ...FILE, content: 'PK\u0003\u0004…' }], 422, 'est un classeur'],
    [
      'qui est un PDF',
      [{ ...FILE, content: '%PDF-1.7\n1 0 obj\n' }],
      422,
      'un document PDF, pas un',
    ],
    ['sans en-tête', [{ ...FILE, content: '\n \n' }], 422, 'Le fichier est vide'],
  ])('%s est refusé par une phrase et ne laisse rien', async (_case, parts, status, detail) => {
    const answer = await send(parts)
    expect(answer.statusCode, answer.body).toBe(status)
    expect(answer.json().detail).toContain(detail)
    if (status === 422) expect(answer.json().champ).toBe('donations_file')
    expect(answer.json().code === 'fichier_manquant').toBe(/manquant/.test(detail))
    expect(await traces()).toBe(0)
  })

  test('dont le formulaire n’a pas de limite, ou s’arrête au milieu, est refusé', async () => {
    const { headers, payload } = multipart([FILE])
    const url = '/api/upload/donations/preview'
    const without = { ...headers, 'content-type': 'multipart/form-data' }
    const answers = [
      await app.inject({ method: 'POST', url, headers: without, payload }),
      await app.inject({ method: 'POST', url, headers, payload: payload.subarray(0, -30) }),
    ]
    for (const answer of answers) {
      expect(answer.statusCode, answer.body).toBe(422)
      expect(answer.json().detail).toMatch(/incomplet ou illisible/)
    }
    expect(await traces()).toBe(0)
  })

  test('d’un autre genre que formulaire ou JSON est refusé en français', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/upload/donations/preview',
      headers: { 'content-type': 'text/csv' },
      payload: CSV,
    })
    expect(answer.statusCode).toBe(415)
    expect(answer.json().detail).toMatch(/format/)
  })

  test.each([
    'text/csv',
    'application/csv',
    'text/plain',
    'application/octet-stream',
    'application/vnd.ms-excel',
    'text/csv; charset=utf-8',
  ])('du type %s est accepté', async (type) => {
    expect((await send([{ ...FILE, type }])).statusCode).toBe(200)
  })

  test('au nom singulier est accepté et retenu tel quel', async () => {
    const filename = 'Dons; d’été (2025).CSV'
    const answer = await postFile(app, 'donations', 'preview', CSV, filename)
    expect(answer.statusCode).toBe(200)
    expect(answer.json().filename).toBe(filename)
  })
})

describe('des montants sans mesure', () => {
  const rich = (rows: number) =>
    `id;montant;date;contact\n${Array.from({ length: rows }, (_, id) => `R${id};999 999 999 999,99;2024-01-01;riche`).join('\n')}\n`

  test('[0.1.0 C] se comptent au centime tant que leur somme le permet', async () => {
    const { fichier_id, montant_total } = await preview(app, 'donations', rich(70))
    expect(montant_total).toBe(69_999_999_999_999.3)
    const status = await waitForImport(app, await upload(app, 'donations', fichier_id))
    expect(status).toMatchObject({
      status: 'completed',
      resultat: { inseres: 70, montant_ecrit: 69_999_999_999_999.3 },
    })
    await database.pool.query(`delete from donations where contact_id = 'riche'`)
  })

  test('[0.1.0 C] sont refusés au-delà, par une phrase', async () => {
    const before = await traces()
    const answer = await postFile(app, 'donations', 'preview', rich(71))
    expect(answer.statusCode, answer.body).toBe(422)
    expect(answer.json().detail).toContain('70\u00a0000\u00a0milliards d’euros')
    expect(await traces()).toBe(before)
  })
})

/** Posts the file under this disposition, between these boundaries. */
function sendAs(name: string, boundary = 'limite') {
  const payload = `--${boundary}\r\ncontent-disposition: form-data; name="donations_file"; ${name}\r\n\r\n${CSV}\r\n--${boundary}--\r\n`
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return app.inject({ method: 'POST', url: '/api/upload/donations/preview', headers, payload })
}

describe('la forme d’un envoi', () => {
  test.each([253, 300, 10_000])(
    '[0.1.0 C] dont la limite a %i signes est refusée',
    async (length) => {
      const answer = await sendAs('filename="d.csv"', 'b'.repeat(length))
      expect(answer.statusCode, answer.body).toBe(422)
      expect(answer.json()).toEqual({
        champ: 'donations_file',
        detail:
          'L’envoi du fichier est incomplet ou illisible. Choisissez le fichier à nouveau et recommencez.',
        code: 'invalide',
      })
    },
  )

  test.each(['a%00.csv', 'a%07.csv'])(
    '[0.1.0 C] dont le nom cache %s est refusée',
    async (name) => {
      const before = await traces()
      const answer = await sendAs(`filename*=utf-8''${name}`)
      expect(answer.statusCode, answer.body).toBe(422)
      expect(answer.json().detail).toContain('Renommez le fichier')
      expect(await traces()).toBe(before)
    },
  )
})

describe('le démarrage d’un import', () => {
  const start = (payload: object, type = 'donations') =>
    app.inject({ method: 'POST', url: `/api/upload/${type}/upload`, payload })

  test('sans fichier_id, ou d’un fichier inconnu, est refusé', async () => {
    expect((await start({})).json()).toEqual({
      detail: 'Fichier de donations manquant',
      code: 'fichier_manquant',
      champ: 'fichier_id',
    })
    const unknown = await start({ fichier_id: '6b548a17-1dd5-450d-a3d5-effbf5c49831' })
    expect(unknown.statusCode).toBe(404)
    expect(unknown.json().detail).toMatch(/n’est plus en attente/)
  })

  test('d’un fichier de l’autre onglet est refusé', async () => {
    const { fichier_id } = (await postFile(app, 'donations', 'preview', CSV)).json()
    expect((await start({ fichier_id }, 'donateurs')).statusCode).toBe(404)
  })

  test('demandé dix fois à la fois n’a lieu qu’une fois', async () => {
    const { fichier_id } = (await postFile(app, 'donations', 'preview', CSV)).json()
    const { rows: attempts } = await database.pool.query(
      'select last_value from leases_attempt_seq',
    )
    const before = attempts[0]?.last_value
    const answers = await Promise.all(Array.from({ length: 10 }, () => start({ fichier_id })))
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(answers.every((answer) => answer.statusCode === 202)).toBe(true)
    const { rows } = await database.pool.query(
      'select attempt - $2 as attempts from imports where fichier_id = $1',
      [fichier_id, before],
    )
    expect(rows).toEqual([{ attempts: 1 }])
  })

  test('[0.1.0 B1] note qui l’a demandé, si le jeton le prouve', async () => {
    const SERVICE_TOKEN = 'un-jeton-de-seize-signes'
    const headers = { authorization: `Bearer ${SERVICE_TOKEN}`, 'x-identite': 'c.martin' }
    const importers = []
    for (const service of [await startService({ SERVICE_TOKEN }), { app }]) {
      const form = multipart([FILE])
      await service.app.inject({
        method: 'POST',
        url: '/api/upload/donations/upload',
        headers: { ...headers, ...form.headers },
        payload: form.payload,
      })
      const { imports } = (await service.app.inject({ url: '/api/upload/journal', headers })).json()
      importers.push(imports[0].importe_par)
    }
    expect(importers).toEqual(['c.martin', 'Utilisateur'])
  })
})

test('un import inconnu n’a pas d’état', async () => {
  for (const id of ['inconnu', '6b548a17-1dd5-450d-a3d5-effbf5c49831'])
    expect((await app.inject(`/api/upload/status/${id}`)).statusCode).toBe(404)
})

test('la taille maximale se demande', async () => {
  expect((await app.inject('/api/upload/limites')).json()).toEqual({ taille_max: 20_000 })
})
