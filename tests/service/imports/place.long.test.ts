import { beforeEach, describe, expect, test } from 'vitest'
import { importFile, postFile, preview } from '../../support/imports'
import { startService } from '../../support/service'

const { app, database } = await startService()
const query = async (text: string, values: unknown[] = []) =>
  (await database.pool.query<Record<string, unknown>>(text, values)).rows

const H = 'id;montant;date;contact\n'
const don = (id: number) => `${H}${id};5;2025-01-01;c\n`

// Row by row: the sweeper reads these tables meanwhile, and each in its own order.
beforeEach(async () => {
  await query('delete from leases')
  await query('delete from imports')
  await query('delete from fichiers')
})

describe('des fichiers qui attendent', () => {
  test('[0.1.0 B8] sont refusés au vingt-et-unième, par une phrase, et laissent leur place au bout d’une heure', async () => {
    const first = await preview(app, 'donations', don(1))
    for (let id = 2; id <= 20; id++) await preview(app, 'donations', don(id))
    const refused = await postFile(app, 'donations', 'preview', don(21))
    expect(refused.statusCode).toBe(429)
    expect(refused.json().detail).toMatch(/^Trop de fichiers attendent déjà.*Importez-en un/)
    expect(await query(`select count(*) as n from fichiers`)).toEqual([{ n: 20 }])

    await query(
      `update fichiers set depose_le = depose_le - interval '61 minutes' where fichier_id = $1`,
      [first.fichier_id],
    )
    await preview(app, 'donations', don(21))
    expect(await query('select 1 from fichiers where fichier_id = $1', [first.fichier_id])).toEqual(
      [],
    )
    const nom = `lignes_${first.fichier_id.replaceAll('-', '')}`
    expect(await query('select 1 from pg_class where relname = $1', [nom])).toEqual([])
  })

  test('ne se gênent pas entre personnes, et un import rend sa place', async () => {
    for (let id = 1; id <= 20; id++) await preview(app, 'donations', don(id))
    await query(`update fichiers set depose_par = 'autre'`)
    await importFile(app, 'donations', don(21))
    expect((await postFile(app, 'donations', 'preview', don(22))).statusCode).toBe(200)
  })

  test('pèsent ensemble : au-delà, un fichier de plus est refusé', async () => {
    const { fichier_id } = await preview(app, 'donations', don(1))
    const [noted] = await query('select poids from fichiers')
    expect(Number(noted?.['poids'])).toBeGreaterThan(30)
    await query('update fichiers set poids = 1e12 where fichier_id = $1', [fichier_id])
    expect((await postFile(app, 'donations', 'preview', don(2))).statusCode).toBe(429)
  })

  test('[0.1.0 B8] qui enflent en se lisant plus qu’il n’y a de place sont arrêtés, et rien n’en reste', async () => {
    await preview(app, 'donations', don(1))
    await query('update fichiers set poids = 20::bigint * 1024 ^ 3 - 20000')
    const lines = Array.from({ length: 2_000 }, (_, id) => `${id};5;2025-01-01;c`)
    const refused = await postFile(app, 'donations', 'preview', H + lines.join('\n'))
    expect(refused.json().detail).toMatch(/Trop de fichiers|prend trop de place/)
    expect(await query('select count(*) as n from fichiers')).toEqual([{ n: 1 }])
  })
})

describe('deux millions de rejets', () => {
  const rejects = `${H}${'"\n'.repeat(60_000)}1;5;2025-01-01;c\n`

  test('[0.1.0 B8] sont tous comptés, les premiers gardés, et on le lit partout', async () => {
    const apercu = await preview(app, 'donations', rejects)
    expect(apercu).toMatchObject({
      total_rows: 60_001,
      rejets: 60_000,
      rejets_gardes: 50_000,
      rejets_par_motif: [{ nombre: 60_000 }],
    })
    expect(apercu.rejets_par_motif[0]?.exemples).toHaveLength(5)
    const csv = await app.inject(`/api/upload/rejets/${apercu.fichier_id}.csv`)
    const [note, header, ...lines] = csv.body.split('\r\n')
    expect(note).toMatch(/Les 50\s000 premières lignes rejetées sur 60\s000/)
    expect(header).toMatch(/^Ligne du fichier;Motif du rejet;id;/)
    expect(lines.filter((line) => line !== '')).toHaveLength(50_000)

    const status = await importFile(app, 'donations', rejects)
    expect(status.resultat).toMatchObject({
      total_rows: 60_001,
      inseres: 1,
      rejetes: 60_000,
      rejets_gardes: 50_000,
    })
  })

  test('annoncés au-dessus de l’en-tête se réimportent', async () => {
    const apercu = await preview(app, 'donations', rejects)
    const csv = await app.inject(`/api/upload/rejets/${apercu.fichier_id}.csv`)
    const again = await preview(app, 'donations', csv.body)
    expect(again.detecte.ligne_entete).toBe(2)
    expect(again.total_rows).toBe(50_000)
  })
})
