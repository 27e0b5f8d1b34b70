import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Annulation } from '../../../service/contract/annulations'
import type { UploadStatus } from '../../../service/contract/imports'
import type { Difference, Publications } from '../../../service/contract/publications'
import { forgetBefore } from '../../../service/imports/writing/before'
import { connect } from '../../../service/platform/database/connect'
import { get, refresh } from '../../support/analyses'
import { auditInThread } from '../../support/audit'
import { controlesVerts, ecarts } from '../../support/controles'
import { exclude } from '../../support/exclusion'
import { compter, demanderImport, depose } from '../../support/fichiers-outil'
import { importFile, preview, waitForImport } from '../../support/imports'
import { severalServers, startService } from '../../support/service'
import { tamper } from '../../support/tamper'

const service = await startService()
const { app, database, config } = service
const { db } = database

/** What undoing must give back byte for byte: all rows as texts. */
async function base(): Promise<Record<string, string[]>> {
  const dumped: Record<string, string[]> = {}
  for (const table of [
    'donations',
    'donateurs',
    'identites',
    'identites_ambigues',
    'voies',
    'voies_dons',
    'remboursements',
    'fiches_dites',
  ]) {
    const columns = table.startsWith('identites') ? sql`t.*` : sql`t::text`
    const { rows } = await sql<object>`
      select ${columns} from ${sql.table(table)} as t order by t::text collate "C"`.execute(db)
    dumped[table] = rows.map((row) => JSON.stringify(row))
  }
  return dumped
}

const annulationDe = (id: string) => get<Annulation>(app, `/api/upload/annulation/${id}`)
const demander = (id: string) => app.inject({ method: 'POST', url: `/api/upload/annulation/${id}` })

async function annuler(id: string): Promise<UploadStatus> {
  const answer = await demander(id)
  expect(answer.statusCode, answer.body).toBe(202)
  const status = await waitForImport(app, answer.json<{ upload_id: string }>().upload_id)
  expect(status.status, JSON.stringify(status)).toBe('completed')
  return status
}

const DONS = `id;montant;date;contact;campagne
1;10,50;2023-03-01;A;Hiver
2;20;2023-03-02;B;
3;30;2024-01-15;A;Hiver
4;0;2024-05-20;C;
`
const FICHES = `contact_id;nom;prenom;email;societe
A;Durand;Anne;anne@exemple.org;non
B;Petit;;;
`
await importFile(app, 'donateurs', FICHES)
await importFile(app, 'donations', DONS)
await exclude(db, 'B')
await refresh(app)

test('B2 un « avant » que quelqu’un a récrit n’est pas rétabli, et le dit', async () => {
  const avant = await base()
  const { upload_id } = await importFile(
    app,
    'donations',
    'id;montant;date;contact;campagne\n2;50;2023-03-02;B;\n',
  )
  const own = connect(database.serviceUrl, { max: 1 })
  const forge = (montant: string) =>
    sql`
      update lignes_avant_import set avant = avant || jsonb_build_object('order_amount', ${montant}::text)
      where fichier_id = ${upload_id}`.execute(own.db)
  await forge('5000.00')
  const answer = await demander(upload_id)
  const status = await waitForImport(app, answer.json<{ upload_id: string }>().upload_id)
  expect(status.status).toBe('error')
  expect(JSON.stringify(status)).toContain(
    'Les lignes gardées d’avant cet import ne sont plus celles qu’il a remplacées',
  )
  expect(await base()).not.toEqual(avant)
  await forge('20.00')
  await own.close()
  await annuler(upload_id)
  expect(await base()).toEqual(avant)
})

test('B2 une annulation dont les sommes ne sont pas l’opposé de celles de son import est nommée', async () => {
  const { upload_id } = await importFile(
    app,
    'donations',
    'id;montant;date;contact;campagne\n7;50;2023-03-02;B;\n',
  )
  await annuler(upload_id)
  await refresh(app)
  const change = (cents: number) =>
    tamper(
      db,
      sql`
        update sommes_dons set centimes = centimes + ${cents}
        where ecriture = (select max(numero) from ecritures_dons)`,
      'sommes_dons',
    )
  await change(100)
  expect((await ecarts(app)).map(({ code }) => code)).toContain('A10')
  const { DATA_DIR } = config
  const { report, code } = await auditInThread({ DATABASE_URL: database.serviceUrl, DATA_DIR })
  expect(report).toMatch(/SOMMES EN ÉCART : l’écriture n° \d+ annule un import sans être l’opposé/)
  expect(code).toBe(1)
  await change(-100)
  await controlesVerts(service)
})

test('un import de dons s’annule : la base, les chiffres et les contrôles sont ceux d’avant', async () => {
  const avant = await base()
  const numero = async () =>
    (await get<Publications>(app, '/api/publications')).publications[0]?.numero ?? 0
  const de = await numero()
  const { upload_id } = await importFile(
    app,
    'donations',
    'id;montant;date;contact;campagne\n5;5;2023-12-31;D;\n2;25;2023-03-02;B;Été\n3;30;2023-12-30;E;\n6;7;2024-01-01;B;\n',
  )
  expect(await base()).not.toEqual(avant)
  expect(await annulationDe(upload_id)).toMatchObject({
    raison: null,
    dons: { retires: 2, retablis: 2 },
    fiches: { retires: 0, retablis: 0 },
    montant: -17,
  })
  const stats = await get<object>(app, '/api/dashboard/stats/2023')
  const undone = await annuler(upload_id)
  expect(undone).toMatchObject({
    annule: upload_id,
    annulable: false,
    message: '2 dons retirés, 2 rétablis.',
  })
  expect(await base()).toEqual(avant)
  await refresh(app)
  expect(await get<object>(app, '/api/dashboard/stats/2023')).toEqual(stats)
  await controlesVerts(service)
  const difference = await get<Difference>(
    app,
    `/api/publications/difference?chiffre=montant-total&annee=2023&de=${de}&a=${await numero()}`,
  )
  expect(difference.ecart).toBe(0)
  expect(difference.contributions.map(({ cause }) => cause)).toEqual([
    'Import de «\u00a0fichier.csv\u00a0»\u00a0: 2\u00a0dons ajoutés, 2\u00a0modifiés',
    'Annulation de l’import de «\u00a0fichier.csv\u00a0»\u00a0: 2\u00a0dons retirés, 2\u00a0rétablis',
  ])
  const { exclusions } = await get<{ exclusions: { contact_id: string }[] }>(
    app,
    '/api/exclusions/liste',
  )
  expect(exclusions.map(({ contact_id }) => contact_id)).toEqual(['B'])

  // Asked again, it is the same undoing; an undoing is not undone.
  const again = await demander(upload_id)
  expect(again.json()).toEqual({ upload_id: undone.upload_id })
  expect((await annulationDe(upload_id)).raison).toBe('Cet import est déjà annulé.')
  const twice = await demander(undone.upload_id)
  expect(twice.statusCode).toBe(409)
  expect(twice.body).toContain('Une annulation ne s’annule pas')
})

test('un import de fiches s’annule, et deux demandes à la fois ne font qu’une annulation', async () => {
  const avant = await base()
  const { upload_id } = await importFile(
    app,
    'donateurs',
    'contact_id;nom;prenom;ville;societe\nA;DURAND;Anne;Lyon;oui\nZ;Neuf;;;\nB;Petit;;;\n',
  )
  expect(await annulationDe(upload_id)).toMatchObject({ fiches: { retires: 1, retablis: 1 } })
  const answers = await Promise.all([1, 2, 3].map(() => demander(upload_id)))
  const ids = new Set(answers.map((answer) => answer.json<{ upload_id: string }>().upload_id))
  expect(ids.size).toBe(1)
  for (const id of ids)
    expect(await waitForImport(app, id)).toMatchObject({
      status: 'completed',
      message: '1 fiche retirée, 1 rétablie.',
    })
  expect(await base()).toEqual(avant)
})

test('un import plus récent des mêmes lignes l’empêche, et se nomme ; annulé, il n’empêche plus rien', async () => {
  const avant = await base()
  const premier = await importFile(app, 'donations', 'id;montant;date;contact\n7;1;2024-02-01;A\n')
  const second = await importFile(app, 'donations', 'id;montant;date;contact\n7;2;2024-02-01;A\n')
  const refused = await demander(premier.upload_id)
  expect(refused.statusCode).toBe(409)
  expect(refused.json<{ detail: string }>().detail).toBe(
    'L’import de «\u00a0fichier.csv\u00a0» a changé depuis 1\u00a0ligne de celui-ci\u00a0: annulez-le d’abord.',
  )
  await annuler(second.upload_id)
  await annuler(premier.upload_id)
  expect(await base()).toEqual(avant)
})

describe('un fichier d’outil', () => {
  const importer = async (nom: string, decisions: Record<string, Record<string, string>>) => {
    const contenu = readFileSync(new URL(`../../support/modeles/${nom}.csv`, import.meta.url))
    const { fichier_id, lecture: known } = await depose(app, contenu, `${nom}.csv`)
    if (!known) throw new Error('no reading')
    const lecture = {
      ...known,
      sorts: known.sorts.map((sort) => ({
        ...sort,
        valeurs: { ...sort.valeurs, ...decisions[String(sort.colonne)] },
      })),
    } as typeof known
    const { empreinte } = await compter(app, fichier_id, lecture)
    const answer = await demanderImport(app, fichier_id, { lecture, empreinte })
    expect(answer.statusCode, answer.body).toBe(202)
    expect(await waitForImport(app, fichier_id)).toMatchObject({
      status: 'completed',
      annulable: true,
    })
    return fichier_id
  }
  const PAYPAL = {
    Type: { 'Virement standard': 'ne_compte_pas', 'General Withdrawal': 'ne_compte_pas' },
    Devise: { USD: 'ne_compte_pas' },
  }

  test('s’annule d’un trait : dons, fiches, identités et remboursements', async () => {
    const avant = await base()
    const premier = await importer('paypal-fr', PAYPAL)
    const entre = await base()
    const second = await importer('paypal-en', PAYPAL)
    // The second file takes 4 € off a gift of the first.
    expect((await annulationDe(premier)).raison).toMatch(/«\u00a0paypal-en\.csv\u00a0» a changé/)
    expect(await annulationDe(second)).toMatchObject({
      raison: null,
      dons: { retires: 1, retablis: 1 },
      fiches: { retires: 1, retablis: 0 },
      montant: -36,
    })
    await annuler(second)
    expect(await base()).toEqual(entre)
    await annuler(premier)
    expect(await base()).toEqual(avant)
  })

  test('laisse la fiche et le numéro de qui a donné ailleurs, ou que le journal nomme', async () => {
    const boutique = await importer('helloasso-boutique', {
      'Statut de la commande': { 'En attente': 'ne_compte_pas' },
    })
    const { rows } = await sql<{ contact_id: string; email: string }>`
      select contact_id, email from donateurs where contact_id like 'HA-%'`.execute(db)
    const contactDe = (email: string) => rows.find((row) => row.email === email)?.contact_id ?? ''
    const [paul, acme] = [contactDe('paul.martin@exemple.org'), contactDe('compta@acme.exemple')]
    await importer('helloasso-evenement', {})
    await exclude(db, acme)
    // Of two who became one the log names both.
    const [anne, zoe] = [contactDe('anne.fournier@exemple.org'), contactDe('zoe@exemple.org')]
    const reunis = severalServers() ? [] : [anne, zoe]
    if (reunis.length > 0) {
      const fused = await app.inject({
        method: 'POST',
        url: '/api/donateurs/fusionner',
        payload: { groupes: [{ principal: anne, contacts: [zoe] }], raison: 'Même personne' },
      })
      expect(fused.statusCode, fused.body).toBeLessThan(300)
    }
    await annuler(boutique)
    const restes = await sql<{ contact_id: string }>`
      select distinct contact_id from identites
      where contact_id in (${sql.join(rows.map(({ contact_id }) => contact_id))})`.execute(db)
    expect(new Set(restes.rows.map(({ contact_id }) => contact_id))).toEqual(
      new Set([paul, acme, ...reunis]),
    )
    const { rows: fiches } = await sql<{ contact_id: string }>`
      select contact_id from donateurs where contact_id in (${paul}, ${acme})`.execute(db)
    expect(fiches).toEqual([{ contact_id: paul }])
    // The file again: who was excluded has the same number, so is excluded still; nobody has another's.
    await importer('helloasso-boutique', {
      'Statut de la commande': { 'En attente': 'ne_compte_pas' },
    })
    const { rows: again } = await sql<{ contact_id: string; email: string }>`
      select contact_id, email from donateurs where contact_id like 'HA-%'`.execute(db)
    const maintenant = (email: string) => again.find((row) => row.email === email)?.contact_id
    expect(maintenant('compta@acme.exemple')).toBe(acme)
    const known = [maintenant('anne.fournier@exemple.org'), maintenant('zoe@exemple.org')]
    expect(known.filter((id) => rows.some(({ contact_id }) => contact_id === id))).toEqual(reunis)
    const nouveau = again.find(
      ({ contact_id }) => !rows.some((row) => row.contact_id === contact_id),
    )
    expect(nouveau).toBeDefined()
    await controlesVerts(service)
  })
})

test('qui ne veut plus de courrier garde son numéro : l’opposition le retrouve au nouvel import', async () => {
  const contactDe = async () => {
    const { rows } = await sql<{ contact_id: string }>`
      select contact_id from donateurs where email = 'seule@exemple.org'`.execute(db)
    return rows[0]?.contact_id
  }
  const importer = async () => {
    const { fichier_id, lecture: known } = await depose(
      app,
      'Reçu;Date;Montant;Nom;Email\n1;02/03/2024;12;Seule;seule@exemple.org\n',
    )
    if (!known) throw new Error('no reading')
    const lecture = { ...known, cle: { colonne: 'Reçu' } }
    const { empreinte } = await compter(app, fichier_id, lecture)
    const answer = await demanderImport(app, fichier_id, { lecture, empreinte })
    expect(answer.statusCode, answer.body).toBe(202)
    expect((await waitForImport(app, fichier_id)).status).toBe('completed')
    return fichier_id
  }
  const premier = await importer()
  const seule = await contactDe()
  expect(seule).toBeDefined()
  const payload = {
    texte: seule,
    nature: 'courrier',
    jour: '2024-03-03',
    raison: 'Lettre reçue',
    nom: 'Zoé',
  }
  const noted = await app.inject({ method: 'POST', url: '/api/donateurs/oppositions', payload })
  expect(noted.statusCode, noted.body).toBe(201)
  await annuler(premier)
  expect(await contactDe()).toBeUndefined()
  await importer()
  expect(await contactDe()).toBe(seule)
})

test('un fichier dont l’import est annulé n’est plus « déjà importé », ni de ceux d’avant', async () => {
  const file = (montant: number) =>
    Array.from({ length: 50 }, (_, at) => `E${at};${montant};2024-02-01;A`).join('\n')
  const centimes = `id;montant;date;contact\n${file(100_000)}\n`
  const { upload_id } = await importFile(app, 'donations', centimes)
  const again = await preview(app, 'donations', centimes)
  expect(again.deja_importe_le).not.toBeNull()
  await annuler(upload_id)
  const after = await preview(app, 'donations', centimes)
  expect(after.deja_importe_le).toBeNull()
  expect(after.avertissements).toEqual([expect.stringMatching(/dépasse dix fois/)])
})

test('les dix derniers imports s’annulent, sans compter ceux qui sont annulés', async () => {
  const importN = (at: number) =>
    importFile(app, 'donations', `id;montant;date;contact\nD${at};1;2024-02-01;A\n`)
  const premier = await importN(0)
  for (const at of [10, 11]) await annuler((await importN(at)).upload_id)
  for (let at = 1; at <= 9; at++) await importN(at)
  await forgetBefore(db)
  expect((await annulationDe(premier.upload_id)).raison).toBeNull()
  await importN(12)
  await forgetBefore(db)
  expect((await annulationDe(premier.upload_id)).raison).toMatch(/Seuls les dix derniers imports/)
})

test('ce qui n’a rien changé, est trop ancien ou n’existe pas ne s’annule pas', async () => {
  const { upload_id } = await importFile(app, 'donations', DONS)
  expect((await annulationDe(upload_id)).raison).toBe(
    'Cet import n’a rien changé\u00a0: il n’y a rien à annuler.',
  )
  const vieux = await importFile(app, 'donations', 'id;montant;date;contact\n90;1;2024-02-01;A\n')
  await sql`
    update imports set termine_le = termine_le - interval '31 days' where fichier_id = ${vieux.upload_id}`.execute(
    db,
  )
  expect((await annulationDe(vieux.upload_id)).raison).toMatch(/Seuls les dix derniers imports/)
  const unknown = await app.inject('/api/upload/annulation/00000000-0000-4000-8000-000000000000')
  expect(unknown.statusCode).toBe(404)
})
