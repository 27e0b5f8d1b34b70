import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Annulation } from '#contract/annulations'
import type { JournalImports } from '#contract/imports'
import type { LectureFichier } from '#contract/lecture'
import { DOUBLONS } from '../../../service/donateurs/doublons/chercher'
import { MOTS } from '../../../service/donateurs/recherche/words'
import { anonymiseDonateur } from '../../../service/donateurs/rgpd/donateur'
import { derive } from '../../../service/platform/jobs/derived'
import { get } from '../../support/analyses'
import { LIGNES, ecrire, lectureNue } from '../../support/fichiers-ecrits'
import {
  compter,
  demanderCompte,
  demanderImport,
  depose,
  importerOutil,
  repondre,
  readBase,
} from '../../support/fichiers-outil'
import { waitForImport } from '../../support/imports'
import { startService } from '../../support/service'

const { app, database } = await startService()
const { db } = database

test('on importe ce dont on a lu le compte, et rien d’autre', async () => {
  const lecture = lectureNue('CO')
  const { fichier_id } = await depose(app, ecrire(LIGNES))
  // Two people read it at once, each in a way of their own, and one of them twice.
  const other = { ...lecture, constantes: { campaign_code: 'PRINTEMPS' } }
  const [one, two, same] = await Promise.all(
    [lecture, other, lecture].map((asked) => compter(app, fichier_id, asked)),
  )
  expect(one?.compte).toEqual(same?.compte)
  expect(one?.empreinte).not.toBe(two?.empreinte)
  const wrong = await demanderImport(app, fichier_id, { lecture: other, empreinte: one?.empreinte })
  expect(wrong.statusCode).toBe(409)
  const never = { ...lecture, prefixe: 'NON' }
  const unread = await demanderImport(app, fichier_id, {
    lecture: never,
    empreinte: one?.empreinte,
  })
  expect(unread.statusCode).toBe(409)
  // Another import came between: what the account says may no longer hold.
  await importerOutil(app, ecrire(LIGNES), lectureNue('ENTRE'))
  const late = await demanderImport(app, fichier_id, { lecture, empreinte: one?.empreinte })
  expect(late.statusCode).toBe(409)
  const { empreinte } = await compter(app, fichier_id, lecture)
  expect(empreinte).toBe(one?.empreinte)
  const begun = await Promise.all(
    [1, 2].map(() => demanderImport(app, fichier_id, { lecture, empreinte })),
  )
  expect(begun.map(({ statusCode }) => statusCode)).toEqual([202, 202])
  expect(await waitForImport(app, fichier_id)).toMatchObject({ resultat: { inseres: 2 } })
  const after = await demanderCompte(app, fichier_id, lecture)
  expect(after.statusCode).toBeGreaterThanOrEqual(404)
  const { imports } = (await app.inject('/api/upload/journal')).json<JournalImports>()
  expect(imports.filter((one) => one.upload_id === fichier_id)).toMatchObject([
    { type: 'fichier', outil: { modele: null, donateurs: { total_rows: 2 } } },
  ])
})

test('un import qui attend la fin d’un autre donne ses numéros après lui, et connaît qui il connaît', async () => {
  const lecture = lectureNue('FILE')
  const [line = []] = LIGNES
  const [un, deux, trois] = ['UN', 'DEUX', 'TROIS'].map((nom, at) =>
    line.with(1, `${at}`).with(5, nom).with(6, `${nom}@file.org`),
  ) as [string[], string[], string[]]
  const attendre = async (lignes: string[][]) => {
    const { fichier_id } = await depose(app, ecrire(lignes))
    const { compte, empreinte } = await compter(app, fichier_id, lecture)
    expect(compte.donateurs).toMatchObject({ nouveaux: 2, connus: 0 })
    return { fichier_id, empreinte }
  }
  const first = await attendre([un, deux])
  // A gift of the first file, now of 45 euros, and somebody who is not in it.
  const second = await attendre([deux.with(9, '45,00'), trois])
  const held = await database.pool.connect()
  await held.query('begin; lock table donations in exclusive mode')
  for (const { fichier_id, empreinte } of [first, second]) {
    const asked = await demanderImport(app, fichier_id, { lecture, empreinte })
    expect(asked.statusCode).toBe(202)
  }
  await held.query('rollback')
  held.release()
  expect(await waitForImport(app, first.fichier_id)).toMatchObject({ resultat: { inseres: 2 } })
  expect(await waitForImport(app, second.fichier_id)).toMatchObject({
    resultat: { inseres: 1, modifies: 1, inchanges: 0 },
    outil: { donateurs: { inseres: 1, inchanges: 1 } },
  })
  const { dons, fiches } = await readBase(db, 'FILE')
  const noms = Object.fromEntries(fiches.map(({ contact_id, lastname }) => [contact_id, lastname]))
  expect(
    dons.map(({ order_amount, contact_id }) => [order_amount, noms[contact_id] ?? contact_id]),
  ).toEqual([
    [20, 'UN'],
    [45, 'DEUX'],
    [20, 'TROIS'],
  ])
  expect(fiches.at(-1)).toMatchObject({ contact_id: 'FILE-000003', lastname: 'TROIS' })
})

test('de ce qu’une coupure de la base a vidé depuis son compte rien n’est importé, et ce qu’il faut faire se dit', async () => {
  const lecture = lectureNue('VIDE')
  const { fichier_id } = await depose(app, ecrire(LIGNES))
  const { empreinte } = await compter(app, fichier_id, lecture)
  const { rows } = await database.pool.query<{ nom: string }>(
    "select format('depots.%I', relname) as nom from pg_class where relnamespace = 'depots'::regnamespace and relkind = 'r' and relpersistence = 'u'",
  )
  await database.pool.query(`truncate ${rows.map(({ nom }) => nom).join()}`)
  expect((await demanderImport(app, fichier_id, { lecture, empreinte })).statusCode).toBe(202)
  const detail = 'Ce fichier n’est plus en attente. Choisissez-le à nouveau et recommencez.'
  expect(await waitForImport(app, fichier_id)).toMatchObject({
    status: 'error',
    errors: [detail],
  })
  expect(await readBase(db, 'VIDE')).toEqual({ dons: [], fiches: [] })
  const refused = await repondre(app, fichier_id, lectureNue('VIDES'))
  expect([refused.statusCode, refused.json()]).toMatchObject([404, { detail }])
})

test('de ce que son compte dit ne pas pouvoir s’annuler, les fiches ne sont pas gardées', async () => {
  const lecture = lectureNue('OUBLI')
  const lignes = LIGNES.map((ligne, at) => ligne.with(5, `Oubli${at}`).with(6, `o${at}@oubli.org`))
  const { fichier_id } = await depose(app, ecrire(lignes))
  const { compte, empreinte } = await compter(app, fichier_id, lecture)
  expect(compte.annulable).toBe(true)
  await sql`
    update lectures_fichiers set compte = compte || '{"annulable": false}' where fichier_id = ${fichier_id}`.execute(
    db,
  )
  expect((await demanderImport(app, fichier_id, { lecture, empreinte })).statusCode).toBe(202)
  expect(await waitForImport(app, fichier_id)).toMatchObject({
    status: 'completed',
    annulable: false,
    resultat: { inseres: 2 },
    outil: { donateurs: { inseres: 2 } },
  })
  const { rows } = await sql`
    select type, lignes_gardees, (select count(*) from lignes_avant_import as a where a.fichier_id = f.fichier_id) as lignes
    from fichiers as f join imports using (fichier_id)
    where ${fichier_id} in (f.fichier_id, de) order by type desc`.execute(db)
  expect(rows).toEqual([
    { type: 'fichier', lignes_gardees: true, lignes: 2 },
    { type: 'donateurs', lignes_gardees: false, lignes: 0 },
  ])
  const annulation = await app.inject(`/api/upload/annulation/${fichier_id}`)
  expect(annulation.json().raison).toContain('plus de 200')
})

test('un import interrompu ne laisse rien, et se relance avec ce qui était demandé', async () => {
  const lecture = lectureNue('INT')
  const { fichier_id } = await depose(app, ecrire(LIGNES))
  const { empreinte } = await compter(app, fichier_id, lecture)
  // Somebody else holds the gifts, until the import's own connection is cut.
  const held = await database.pool.connect()
  await held.query('begin; lock table donations in exclusive mode')
  expect((await demanderImport(app, fichier_id, { lecture, empreinte })).statusCode).toBe(202)
  const cut = async () =>
    (
      await db
        .selectFrom('leases')
        .select(sql`pg_terminate_backend(backend_pid)`.as('cut'))
        .where('job_id', '=', fichier_id)
        .where('backend_pid', 'is not', null)
        .execute()
    ).length
  await expect.poll(cut, { timeout: 60_000 }).toBe(1)
  const failed = await waitForImport(app, fichier_id)
  await held.query('rollback')
  held.release()
  expect(failed).toMatchObject({ status: 'error', reprenable: true, type: 'fichier' })
  expect(await readBase(db, 'INT')).toEqual({ dons: [], fiches: [] })
  expect((await demanderImport(app, fichier_id, { reprendre: true })).statusCode).toBe(202)
  expect(await waitForImport(app, fichier_id)).toMatchObject({
    status: 'completed',
    resultat: { inseres: 2 },
  })
})

test('qui s’anonymise n’est plus dans les clés, et revient sous un autre numéro', async () => {
  const lecture = lectureNue('RGPD')
  const [first = []] = LIGNES
  const own = first.map((cell) =>
    cell.replace('anne@ici.org', 'oubli@ici.org').replace('DURAND', 'OUBLI'),
  )
  await importerOutil(app, ecrire([own]), lecture)
  const { dons } = await readBase(db, 'RGPD')
  const contact = dons[0]?.contact_id ?? ''
  const waiting = await depose(app, ecrire([own]))
  await compter(app, waiting.fichier_id, lecture)
  const client = await database.pool.connect()
  await anonymiseDonateur(client, contact)
  client.release()
  const keys = await db
    .selectFrom('identites')
    .selectAll()
    .where('contact_id', '=', contact)
    .execute()
  expect(keys).toEqual([])
  // What waits holds it still, and so waits no more.
  expect((await app.inject(`/api/fichiers/${waiting.fichier_id}`)).statusCode).toBe(404)
  const { rows } = await database.pool.query(
    "select relname from pg_class where relnamespace = 'depots'::regnamespace and relkind in ('r', 'v')",
  )
  expect(rows).toEqual([])
  // The same file again is the same gift of nobody: no card, no key and no number more.
  await importerOutil(app, ecrire([own]), lecture)
  expect(await readBase(db, 'RGPD')).toEqual({
    dons: [expect.objectContaining({ contact_id: contact, order_amount: 20 })],
    fiches: [expect.objectContaining({ contact_id: contact, lastname: null, email: null })],
  })
  const again = await db
    .selectFrom('identites')
    .selectAll()
    .where('contact_id', '=', contact)
    .execute()
  expect(again).toEqual([])
  await importerOutil(app, ecrire([own.with(1, '77')]), lecture)
  const after = (await readBase(db, 'RGPD')).dons.map(({ contact_id }) => contact_id)
  expect(new Set(after).size).toBe(2)
})

test('deux contacts auxquels mène une même ligne sont à comparer, et proposés', async () => {
  const lecture = lectureNue('DEUX')
  const [first = []] = LIGNES
  const row = (numero: string, email: string, zip: string) =>
    first.with(0, numero).with(1, numero).with(5, 'DEUX').with(6, email).with(7, zip)
  const [parEmail, parAdresse] = [row('1', 'deux@ici.org', ''), row('2', '', '29000')]
  await importerOutil(app, ecrire([parEmail, parAdresse]), lecture)
  await derive(db, MOTS)
  await derive(db, DOUBLONS)
  const contacts = [
    ...new Set((await readBase(db, 'DEUX')).dons.map(({ contact_id }) => contact_id)),
  ]
  expect(contacts).toHaveLength(2)
  const read = () =>
    db
      .selectFrom('doublons')
      .select(['contact_id', 'autre_id'])
      .where('regle', '=', 'D8')
      .where('contact_id', 'in', contacts)
      .execute()
  expect(await read()).toEqual([])
  await importerOutil(app, ecrire([row('3', 'deux@ici.org', '29000')]), lecture)
  await derive(db, MOTS)
  await derive(db, DOUBLONS)
  const [contact_id, autre_id] = contacts.toSorted()
  expect(await read()).toEqual([{ contact_id, autre_id }])
})

test('des numéros qui recommencent, et un jour corrigé, se disent avant l’import', async () => {
  const titles = 'Commande;Le;Nom;Prénom;CP;Euros'
  const csv = (...rows: string[]) => [titles, ...rows].join('\n')
  const lecture = {
    ...lectureNue('REC'),
    colonnes: {
      order_id: 'Commande',
      order_date: 'Le',
      lastname: 'Nom',
      firstname: 'Prénom',
      zip: 'CP',
    },
    montant: { plus: ['Euros'], moins: [] },
    sorts: [],
    identite: ['nom_et_code_postal' as const],
  }
  const told = async (content: string, reading: LectureFichier) => {
    const { fichier_id } = await depose(app, content)
    return (await compter(app, fichier_id, reading)).compte.avertissements.join(' ')
  }
  const first = ['1;05/01/2024;Roy;Zoé;75001;10,00', '2;06/02/2024;Bel;Al;75002;20,00']
  await importerOutil(app, csv(...first), lecture)
  expect(await told(csv(...first), lecture)).toBe('')
  // February's gift again, on another day of the same file's days; then a month of its own, which says nothing of it.
  expect(
    await told(
      csv(first[0] ?? '', '2;08/02/2024;Bel;Al;75002;20,00', '3;09/02/2024;Bel;Al;75002;5,00'),
      lecture,
    ),
  ).toMatch(/^1.don enregistré est dans ce fichier à un autre jour/)
  expect(await told(csv('2;06/03/2024;Bel;Al;75002;20,00'), lecture)).toBe('')
  // January's, where the file begins in February: its number may have begun again.
  expect(await told(csv(first[1] ?? '', '1;09/02/2024;Roy;Zoé;75001;10,00'), lecture)).toBe('')
  // Only what was rejected of an order, corrected: its sum would be that alone.
  expect(await told(csv('2;06/02/2024;Bel;Al;75002;15,00'), lecture)).toMatch(
    /^1.don enregistré diminue, sans remboursement/,
  )
  expect(await told(csv('2;06/02/2024;Bel;Al;75002;25,00'), lecture)).toBe('')

  const numbered = {
    ...lecture,
    prefixe: 'NUM',
    colonnes: { ...lecture.colonnes, id: 'Commande' },
    cle: { colonne: 'Commande' },
  }
  await importerOutil(app, csv(...first), numbered)
  const again = csv('1;05/01/2025;Or;Eve;75003;11,00', '2;06/02/2025;Fin;Max;75004;22,00')
  const { fichier_id } = await depose(app, again)
  expect((await compter(app, fichier_id, numbered)).compte.numeros_repris).toMatchObject({
    nombre: 2,
    connus: 2,
  })
  // A corrected day, or another donor, is no other gift.
  expect(
    await told(
      csv('1;06/01/2024;Roy;Zoé;75001;10,00', '2;06/02/2024;Or;Eve;75003;20,00'),
      numbered,
    ),
  ).toBe('')

  // Undone, the cards go of those to whom such a gift was given.
  const corrected = { ...numbered, numeros_repris: 'corrections' as const }
  const { status } = await importerOutil(app, again, corrected)
  const annulation = await get<Annulation>(app, `/api/upload/annulation/${status.upload_id}`)
  expect(annulation).toMatchObject({
    raison: null,
    dons: { retires: 0, retablis: 2 },
    fiches: { retires: 2, retablis: 0 },
  })
  const cartes = () =>
    db.selectFrom('donateurs').where('lastname', 'in', ['Or', 'Fin']).select('lastname').execute()
  expect(await cartes()).toHaveLength(2)
  await app.inject({
    method: 'POST',
    url: `/api/upload/annulation/${status.upload_id}`,
    payload: {},
  })
  await expect.poll(cartes).toEqual([])
})

test('un nom dans une seule case garde le prénom et le nom que la fiche avait', async () => {
  const titles = 'Numéro;Commande;Le;Nom;Prénom;Euros'
  const base = {
    ...lectureNue('NOM'),
    colonnes: {
      contact_id: 'Numéro',
      order_id: 'Commande',
      order_date: 'Le',
      lastname: 'Nom',
      firstname: 'Prénom',
    },
    montant: { plus: ['Euros'], moins: [] },
    sorts: [],
    identite: ['numero' as const],
  }
  const cartes = async () => {
    const rows = await db
      .selectFrom('donateurs')
      .select(['firstname', 'lastname'])
      .where('contact_id', 'like', 'NM%')
      .orderBy('contact_id')
      .execute()
    return rows.map(({ firstname, lastname }) => `${firstname ?? ''}|${lastname ?? ''}`)
  }
  await importerOutil(
    app,
    [
      titles,
      'NM1;1;05/01/2024;Bénard;Hervé;1',
      'NM2;2;05/01/2024;Martin;Marie;1',
      'NM3;3;05/01/2024;Dupont;Jean;1',
    ].join('\n'),
    base,
  )
  const { firstname: _prenom, lastname: _nom, ...others } = base.colonnes
  const rows = [
    'NM1;4;06/01/2024;Hervé Benard;;1',
    'NM2;5;06/01/2024;Marie Durand;;1',
    'NM3;6;06/01/2024;Petit;;1',
  ]
  await importerOutil(app, [titles, ...rows].join('\n'), {
    ...base,
    colonnes: others,
    nom_complet: 'Nom',
  })
  expect(await cartes()).toEqual(['Hervé|Bénard', '|Marie Durand', 'Jean|Petit'])
})
