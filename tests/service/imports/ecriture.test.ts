import { beforeEach, describe, expect, test } from 'vitest'
import type { Changements } from '../../../service/contract/changements'
import { writeChanged } from '../../../service/imports/changes/read'
import { areKept, forgetBefore } from '../../../service/imports/writing/before'
import { get } from '../../support/analyses'
import { importFile, preview, upload, waitForImport } from '../../support/imports'
import { startService } from '../../support/service'
import { empty } from '../../support/vider'

const { app, database } = await startService()

const COLUMNS =
  'id;order_id;order_amount;order_date;contact_id;codemedia_code;campaign_code;origincode_code;product_code'

interface Don {
  id: number
  montant?: string
  campagne?: string
}

const ligne = ({ id, montant = '10', campagne = '' }: Don) =>
  `${id};C${id};${montant};2025-01-01;c${id % 7};WEB;${campagne};O1;P1`

const dons = (...lignes: Don[]) => [COLUMNS, ...lignes.map(ligne)].join('\n')

const suite = (from: number, to: number, rest: Omit<Don, 'id'> = {}): Don[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ id: from + index, ...rest }))

async function stored() {
  const { rows } = await database.pool.query<{
    id: string
    montant: number
    campagne: string | null
  }>(
    'select id, order_amount as montant, campaign_code as campagne from donations order by length(id), id',
  )
  return rows
}

const total = async () => {
  const { rows } = await database.pool.query('select sum(order_amount) as somme from donations')
  return rows[0].somme
}

/** Every count of the result; they must add up to the rows of the file. */
async function resultat(content: string) {
  const status = await importFile(app, 'donations', content)
  expect(status.errors).toEqual([])
  const { resultat } = status
  if (!resultat) throw new Error('no result')
  const { inseres, modifies, inchanges, doublons, rejetes } = resultat
  expect(inseres + modifies + inchanges + doublons + rejetes).toBe(resultat.total_rows)
  expect(resultat.montant_ecrit + resultat.montant_doublons).toBeCloseTo(
    resultat.montant_fichier,
    2,
  )
  return { inseres, modifies, inchanges, doublons, rejetes }
}

beforeEach(async () => {
  await empty(database.db, 'donations', 'donateurs')
})

describe('l’import des dons', () => {
  test('ajoute, modifie et laisse inchangé selon ce qui est enregistré', async () => {
    await resultat(dons(...suite(1, 100)))
    expect(await resultat(dons({ id: 1 }, { id: 2, montant: '12' }, { id: 101 }))).toEqual({
      inseres: 1,
      modifies: 1,
      inchanges: 1,
      doublons: 0,
      rejetes: 0,
    })
    expect(await total()).toBe(101 * 10 + 2)
  })

  test('de nouveau le même fichier ne change rien', async () => {
    await resultat(dons(...suite(1, 50)))
    expect(await resultat(dons(...suite(1, 50)))).toMatchObject({
      inseres: 0,
      modifies: 0,
      inchanges: 50,
    })
  })

  test('qui change presque tout garde les dons que le fichier n’a pas', async () => {
    await resultat(dons(...suite(1, 100)))
    expect(await resultat(dons(...suite(11, 120, { montant: '20' })))).toEqual({
      inseres: 20,
      modifies: 90,
      inchanges: 0,
      doublons: 0,
      rejetes: 0,
    })
    expect(await total()).toBe(10 * 10 + 110 * 20)
    expect((await stored()).map(({ id }) => id)).toEqual(suite(1, 120).map(({ id }) => String(id)))
  })

  test('laisse à la table ses index, sa clé et ses règles, quelle que soit la voie', async () => {
    const described = async () => {
      const { rows } = await database.pool.query(`
        select regexp_replace(pg_get_indexdef(indexrelid), '.* USING ', '') as index, indisunique, indisprimary
        from pg_index
        where indrelid = (select inhrelid from pg_inherits where inhparent = 'donations'::regclass)
        order by 1`)
      return rows
    }
    const before = await described()
    expect(before.length).toBeGreaterThan(1)
    await resultat(dons(...suite(1, 10)))
    expect(await described()).toEqual(before)
    await resultat(dons(...suite(5, 15, { montant: '3' })))
    expect(await described()).toEqual(before)
    await expect(
      database.pool.query(`insert into donations values ('5', null, 1, '2025-01-01', 'c')`),
    ).rejects.toThrow(/duplicate key/)
    await expect(
      database.pool.query(`insert into donations values ('x', null, -1, '2025-01-01', 'c')`),
    ).rejects.toThrow(/check/)
  })

  test('garde la dernière ligne d’une clé répétée, et compte les autres', async () => {
    const file = dons(
      { id: 1, montant: '1' },
      { id: 2 },
      { id: 1, montant: '2' },
      { id: 3 },
      { id: 1, montant: '3' },
    )
    expect(await resultat(file)).toEqual({
      inseres: 3,
      modifies: 0,
      inchanges: 0,
      doublons: 2,
      rejetes: 0,
    })
    expect(await stored()).toMatchObject([{ id: '1', montant: 3 }, { id: '2' }, { id: '3' }])
  })

  test('garde ce que le fichier ne dit pas', async () => {
    await resultat(dons(...suite(1, 10, { campagne: 'VFL' })))
    const file = [
      'id;order_amount;order_date;contact_id',
      '1;10;2025-01-01;c1',
      '2;77;2025-01-01;c2',
    ].join('\n')
    expect(await resultat(file)).toMatchObject({ modifies: 1, inchanges: 1 })
    expect((await stored())[1]).toEqual({ id: '2', montant: 77, campagne: 'VFL' })
  })

  test('retire un code que le fichier laisse vide', async () => {
    await resultat(dons(...suite(1, 10, { campagne: 'VFL' })))
    expect(await resultat(dons({ id: 1 }))).toMatchObject({ modifies: 1 })
    expect((await stored())[0]).toMatchObject({ campagne: null })
  })

  test('enregistre tels quels tabulations, barres obliques et sauts de ligne', async () => {
    const campagne = '"\\N \\t\ta""b\nc\\"'
    await resultat(dons({ id: 1, campagne }))
    expect((await stored())[0]?.campagne).toBe('\\N \\t\ta"b\nc\\')
  })
})

describe('les lignes courtes', () => {
  const HEADER = 'id;montant;date;contact;campagne'
  const file = [
    HEADER,
    '1;5;2025-01-01;c',
    '2;7;2025-01-01;c;VFL',
    '3;x;2025-01-01;c',
    '2;9;2025-01-01;c',
  ].join('\n')

  test('sont rejetées, ou complétées si on le demande, sans renvoyer le fichier', async () => {
    const apercu = await preview(app, 'donations', file)
    expect(apercu).toMatchObject({
      total_rows: 4,
      valid_donations: 1,
      rejets: 3,
      lignes_courtes: 3,
      montant_total: 7,
      doublons: 0,
    })
    const url = `/api/upload/apercu/${apercu.fichier_id}?completer_lignes_courtes=1`
    expect((await app.inject(url)).json()).toMatchObject({
      total_rows: 4,
      valid_donations: 3,
      rejets: 1,
      montant_total: 21,
      doublons: 1,
      nouveaux: 2,
      rejets_par_motif: [{ motif: 'Le montant n’est pas lisible.', nombre: 1 }],
    })
    const id = await upload(app, 'donations', apercu.fichier_id, { completer_lignes_courtes: true })
    expect((await waitForImport(app, id)).resultat).toMatchObject({
      inseres: 2,
      doublons: 1,
      rejetes: 1,
      total_rows: 4,
      montant_fichier: 21,
      montant_doublons: 7,
      montant_ecrit: 14,
    })
    expect(await stored()).toEqual([
      { id: '1', montant: 5, campagne: null },
      { id: '2', montant: 9, campagne: null },
    ])
  })

  test('restent de côté sinon', async () => {
    expect(await resultat(file)).toEqual({
      inseres: 1,
      modifies: 0,
      inchanges: 0,
      doublons: 0,
      rejetes: 3,
    })
  })

  test('suivies d’une ligne entière de même clé cèdent à celle-ci', async () => {
    const apercu = await preview(
      app,
      'donations',
      [HEADER, '1;5;2025-01-01;c', '1;6;2025-01-01;c;A'].join('\n'),
    )
    const id = await upload(app, 'donations', apercu.fichier_id, { completer_lignes_courtes: true })
    expect((await waitForImport(app, id)).resultat).toMatchObject({ inseres: 1, doublons: 1 })
    expect(await stored()).toEqual([{ id: '1', montant: 6, campagne: 'A' }])
  })
})

describe('les contacts', () => {
  test('s’ajoutent et se modifient, avant ou après leurs dons', async () => {
    await resultat(dons(...suite(1, 7)))
    const first = await preview(
      app,
      'donateurs',
      'contact_id;nom;ville\nc1;Dupont;Évry\nc2;Null;Nan\n',
    )
    expect(first).toMatchObject({ total_rows: 2, valid_contacts: 2, nouveaux: 2 })
    const status = await waitForImport(app, await upload(app, 'donateurs', first.fichier_id))
    expect(status).toMatchObject({
      status: 'completed',
      message: '2 donateurs ajoutés, 0 modifié, 0 inchangé.',
    })
    const again = await importFile(
      app,
      'donateurs',
      'contact_id;nom\nc1;Durand\nc2;Null\nc3;Petit\n',
    )
    expect(again.resultat).toMatchObject({ inseres: 1, modifies: 1, inchanges: 1 })
    const { rows } = await database.pool.query(
      'select contact_id, lastname, city from donateurs order by 1',
    )
    expect(rows).toEqual([
      { contact_id: 'c1', lastname: 'Durand', city: 'Évry' },
      { contact_id: 'c2', lastname: 'Null', city: 'Nan' },
      { contact_id: 'c3', lastname: 'Petit', city: null },
    ])
    expect(await preview(app, 'donations', dons(...suite(1, 7)))).toMatchObject({ sans_fiche: 4 })
  })

  test('se réduisent à leur identifiant quand le fichier n’a que lui', async () => {
    expect((await importFile(app, 'donateurs', 'contact_id\n1\n2\n1\n')).resultat).toMatchObject({
      inseres: 2,
      doublons: 1,
    })
  })
})

describe('ce qu’un import a changé', () => {
  const CSV = 'id;montant;date;contact;campagne\n'
  const imported = async (...lignes: string[]) =>
    (await importFile(app, 'donations', CSV + lignes.join('\n'))).upload_id
  const changed = (id: string, query = '') =>
    get<Changements>(app, `/api/upload/changements/${id}${query}`)

  test('s’écrit d’un seul instant, quoi qu’il se décide pendant ce temps', async () => {
    const upload_id = await imported(
      '1;10;2024-01-01;A;',
      '2;20;2024-02-01;B;',
      '3;30;2024-03-01;C;',
    )
    const decide = (how: string) =>
      app.inject({ method: 'POST', url: `/api/exclusions/${how}`, payload: { contact_id: 'C' } })
    const parts: string[] = []
    for await (const part of writeChanged(database.db, { upload_id }, 1)) {
      parts.push(part)
      if (parts.length === 2) expect((await decide('exclure')).statusCode).toBe(200)
    }
    expect(parts.slice(1).map((line) => line.trim().split(';').slice(0, 2).join())).toEqual([
      '1,A',
      '2,B',
      '3,C',
    ])
    expect(parts.at(-1)).toMatch(/;non\r\n$/)
    const file = await app.inject(`/api/upload/changements/${upload_id}.csv`)
    expect(file.body).toMatch(/;oui\r\n$/)
    await decide('reintegrer')
  })

  test('se relit don par don, avant et après, même quand un autre import a changé les mêmes', async () => {
    const first = await imported('1;10;2024-01-01;A;N', '2;20;2024-02-01;B;', '3;30;2025-03-01;C;')
    const second = await imported(
      '1;12,50;2024-01-01;A;N',
      '2;0;2024-02-01;B;',
      '3;30;2024-03-01;C;P',
      '4;40;2024-04-01;D;',
      '5;50;2025-05-01;D;',
    )
    await imported('1;99;2024-01-01;A;N')
    await app.inject({
      method: 'POST',
      url: '/api/exclusions/exclure',
      payload: { contact_id: 'D' },
    })

    expect(await changed(first)).toMatchObject({ gardes: true, ajoutes: 3, modifies: 0, effet: 60 })
    const whole = await changed(second)
    // Of D, who is excluded, nothing counts.
    expect(whole).toMatchObject({ ajoutes: 2, modifies: 2, mis_a_zero: 1, effet: 2.5 - 20 })
    const of2024 = await changed(second, '?annee=2024')
    expect(of2024).toMatchObject({ ajoutes: 1, modifies: 2, mis_a_zero: 1, effet: 2.5 - 20 + 30 })
    expect(of2024.dons).toEqual([
      expect.objectContaining({
        id: '1',
        sorte: 'modifie',
        montant_avant: 10,
        montant_apres: 12.5,
        effet: 2.5,
        champs: [{ champ: 'order_amount', avant: '10', apres: '12.5' }],
      }),
      expect.objectContaining({ id: '2', sorte: 'mis_a_zero', montant_apres: 0, effet: -20 }),
      expect.objectContaining({
        id: '3',
        sorte: 'modifie',
        effet: 30,
        champs: [
          { champ: 'order_date', avant: '2025-03-01', apres: '2024-03-01' },
          { champ: 'campaign_code', avant: null, apres: 'P' },
        ],
      }),
      expect.objectContaining({
        id: '4',
        sorte: 'ajoute',
        montant_avant: null,
        exclu: true,
        effet: 0,
      }),
    ])
    expect(await changed(second, '?annee=2025')).toMatchObject({
      ajoutes: 1,
      modifies: 1,
      effet: -30,
    })
    expect(await changed(second, '?annee=2020')).toMatchObject({ gardes: true, dons: [] })
    const page = await changed(second, '?page=9&limit=2')
    expect(page.dons.map(({ id }) => id)).toEqual(['5'])

    const file = await app.inject(`/api/upload/changements/${second}.csv?annee=2024`)
    const lines = file.body.trim().split('\r\n')
    expect(lines).toHaveLength(1 + 4)
    expect(lines[2]).toBe(
      '2;B;Mis à zéro;01/02/2024;20,00;0,00;-20,00;order_amount\u00A0: 20 → 0;non',
    )
    await app.inject({
      method: 'POST',
      url: '/api/exclusions/reintegrer',
      payload: { contact_id: 'D' },
    })
  })

  test('est gardé des dix derniers imports qui changent quelque chose', async () => {
    const ids: string[] = []
    for (let id = 1; id <= 11; id++) ids.push(await imported(`${id};10;2024-01-01;A;`))
    const same = await imported('11;10;2024-01-01;A;')
    await forgetBefore(database.db)
    const kept = await Promise.all(ids.map(async (id) => (await changed(id)).gardes))
    expect(kept).toEqual([false, ...Array.from({ length: 10 }, () => true)])
    expect(await changed(ids[0] ?? '')).toMatchObject({ gardes: false, dons: [] })
    expect(await changed(same)).toMatchObject({ gardes: false, dons: [] })
  })

  test('n’est pas gardé au-delà de 200 000 lignes, ni de ce qui n’est pas un import de dons', async () => {
    expect(areKept({ inseres: 150_000, modifies: 50_000 })).toBe(true)
    expect(areKept({ inseres: 150_000, modifies: 50_001 })).toBe(false)
    const cards = await importFile(app, 'donateurs', 'contact_id;nom\nA;Durand\n')
    for (const id of [cards.upload_id, '2f1f9a0e-6f0a-4a52-9d7e-3f0f6a4d2b11', 'x'])
      expect((await app.inject(`/api/upload/changements/${id}`)).statusCode).toBe(404)
  })
})
