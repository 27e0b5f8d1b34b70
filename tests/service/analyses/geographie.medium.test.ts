import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Geographie } from '#contract/geographie'
import type { Liste } from '#contract/listes'
import { anonymiseDonateur } from '../../../service/donateurs/rgpd/donateur'
import { refresh, startAnalyses } from '../../support/analyses'
import { don } from '../../support/dons'
import { importFile, waitForImport } from '../../support/imports'
import { departementDe } from '../../support/reference/departements'

const { app, database, given, ask } = await startAnalyses()

async function find(codes: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ code: string; departement: string }>`
    select code, departement_du_code_postal(code) as departement
    from unnest(${codes}::text[]) as codes (code)`.execute(database.db)
  return new Map(rows.map(({ code, departement }) => [code, departement]))
}

/** Every postal code of a public list of communes, with the departments of its communes. */
function readPublicList(): Map<string, string[]> {
  const text = readFileSync(new URL('../../support/codes-postaux.txt', import.meta.url), 'utf8')
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .flatMap((line) => {
        const [departements = '', ...parts] = line.split(' ')
        return parts.flatMap((part) => {
          const [start = '', ends = ''] = part.split(':')
          return ends.split(',').map((end) => [start + end, departements.split('+')] as const)
        })
      }),
  )
}

test('tout code postal d’une liste publique des communes est du département de l’une d’elles, ou l’une des exceptions de la règle', async () => {
  const known = readPublicList()
  expect(known.size).toBe(6310)
  const found = await find([...known.keys()])
  const others = [...known].flatMap(([code, departements]) =>
    departements.includes(found.get(code) ?? '') ? [] : [`${code} ${found.get(code)}`],
  )
  // The list gives the first two to their digits' department alone; the last is Clipperton, where nobody lives.
  expect(others).toEqual(['36260 18', '73670 38', '98799 987'])
})

test('les cent mille codes de cinq chiffres, ceux de quatre, et ce qui n’en est pas un, sont où un autre calcul les trouve', async () => {
  const five = Array.from({ length: 100_000 }, (_, code) => String(code).padStart(5, '0'))
  const four = five.slice(0, 10_000).map((code) => code.slice(1))
  const odd = [
    '',
    ' ',
    '75',
    '750',
    '750011',
    '7501A',
    'F-75001',
    '75-001',
    '75.001',
    '-75001',
    '+33000',
    '75 001',
    ' 75001 ',
    '7 5 0 0 1',
    '75\u00A0001',
    '75\u202F001',
    '75001\t',
    '\n75001',
    '75001 CEDEX',
    '75380 cedex 08',
    '75380CEDEX08',
    '2000 CEDEX',
    '20000 Cedex 9',
    'CEDEX',
    'CEDEX 75001',
    '75001 CEDEX A',
    '75001 PARIS',
    '75001 CEDEX CEDEX',
    '７５００１',
    '٧٥٠٠١',
    '1e4',
    '2A000',
    '20A00',
  ]
  const codes = [...five, ...four, ...odd]
  const found = await find(codes)
  expect(codes.filter((code) => found.get(code) !== departementDe(code))).toEqual([])
  expect(found.get('75380 cedex 08')).toBe('75')
  expect(found.get('1200')).toBe('74')
  expect(found.get('20199')).toBe('2A')
  expect(found.get('98000')).toBe('inconnu')
})

test('une fiche qui change de code postal change de département au calcul suivant, son annulation aussi ; la liste suit le chiffre', async () => {
  await given(
    don({ contact_id: 'A', order_date: '2024-03-01', order_amount: 30 }),
    don({ contact_id: 'B', order_date: '2024-04-01', order_amount: 20 }),
    don({ contact_id: 'B', order_date: '2023-04-01', order_amount: 50 }),
  )
  const read = async () => {
    const { departements } = await ask<Geographie>('/api/analytics/geographie/2024')
    for (const { code, donateurs, nouveaux } of departements)
      for (const [ensemble, count] of [
        ['actifs', donateurs],
        ['nouveaux', nouveaux],
      ] as const) {
        const list = `/api/donateurs/liste?ensemble=${ensemble}&annee=2024&departement=${code}`
        expect((await ask<Liste>(list)).total_donateurs).toBe(count)
      }
    return departements.map(({ code, donateurs, montant }) => [code, donateurs, montant])
  }
  const importCards = async (...lines: string[]) => {
    const text = ['contact_id;code_postal', ...lines].join('\n')
    expect((await importFile(app, 'donateurs', text)).status).toBe('completed')
  }
  // What a refresh by differences goes by; the whole one of here needs it not.
  const moved = async () => {
    const rows = await database.db
      .selectFrom('fiches_deplacees')
      .selectAll()
      .orderBy('contact_id')
      .execute()
    return rows.map(({ contact_id }) => contact_id)
  }
  const undo = async () => {
    const { fichier_id } = await database.db
      .selectFrom('imports')
      .select('fichier_id')
      .orderBy('commence_le', 'desc')
      .executeTakeFirstOrThrow()
    const undone = await app.inject({
      method: 'POST',
      url: `/api/upload/annulation/${fichier_id}`,
    })
    const { upload_id } = undone.json<{ upload_id: string }>()
    expect((await waitForImport(app, upload_id)).status).toBe('completed')
  }
  expect(await read()).toEqual([['inconnu', 2, 50]])
  await importCards('A;75011', 'B;69001', 'C;')
  expect(await moved()).toEqual(['A', 'B'])
  expect(await read()).toEqual([['inconnu', 2, 50]])
  await refresh(app)
  expect(await read()).toEqual([
    ['69', 1, 20],
    ['75', 1, 30],
  ])
  await importCards('A;20200', 'B;69002')
  expect(await moved()).toEqual(['A'])
  await refresh(app)
  expect(await moved()).toEqual([])
  expect(await read()).toEqual([
    ['2B', 1, 30],
    ['69', 1, 20],
  ])
  await undo()
  expect(await moved()).toEqual(['A'])
  await refresh(app)
  expect(await read()).toEqual([
    ['69', 1, 20],
    ['75', 1, 30],
  ])
  // A card that an import brought goes with its undoing.
  await importCards('D;33000')
  expect(await moved()).toEqual(['D'])
  await refresh(app)
  await undo()
  expect(await moved()).toEqual(['D'])
  await refresh(app)
  const client = await database.pool.connect()
  await anonymiseDonateur(client, 'B')
  client.release()
  expect(await moved()).toEqual(['B'])
  await refresh(app)
  expect(await read()).toEqual([
    ['75', 1, 30],
    ['inconnu', 1, 20],
  ])
})
