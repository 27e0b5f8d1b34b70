import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { EcartComptable } from '#contract/controles'
import type { Fichier } from '#contract/fichiers'
import type { ProblemAnswer } from '#contract/problem'
import { forget } from '../../../service/imports/staging/forget'
import { LIGNES, ecrire, lectureNue } from '../../support/fichiers-ecrits'
import {
  compter,
  demanderCompte,
  demanderImport,
  depose,
  deposer,
  importerOutil,
  repondre,
  readBase,
} from '../../support/fichiers-outil'
import { postFile, waitForImport } from '../../support/imports'
import { startService } from '../../support/service'

const { app, database } = await startService()
const { db } = database

test('une valeur que personne n’a décidée bloque l’import, qui la nomme', async () => {
  const lecture = lectureNue('BL', { Validé: 'compte' })
  const lignes = [
    ...LIGNES,
    [
      '3',
      '3',
      '07/03/2025',
      'Contesté',
      'Zoé',
      'LEROY',
      'z@ici.org',
      '',
      'Don',
      '5,00',
      '',
      '',
      '',
    ],
  ]
  const { fichier_id } = await depose(app, ecrire(lignes))
  const { compte, empreinte } = await compter(app, fichier_id, lecture)
  expect(compte.bloque).toMatchObject([
    { colonne: 'Statut', valeur: 'Contesté', lignes: 1, montant: 5 },
  ])
  expect(compte.lignes).toMatchObject({ lues: 3, dons: 2, rejets: 1 })
  // It waits for somebody, and is not rejected.
  expect(compte).toMatchObject({ a_decider: 1, rejets_par_motif: [], avertissements: [] })
  const none = await compter(app, fichier_id, lectureNue('BL', {}))
  expect(none.compte).toMatchObject({ a_decider: 3, avertissements: [] })
  const refused = await demanderImport(app, fichier_id, { lecture, empreinte })
  expect([refused.statusCode, refused.json().champ]).toEqual([422, 'sorts'])
  expect(refused.json().detail).toContain('«\u00a0Contesté\u00a0»')
  expect((await readBase(db, 'BL')).dons).toEqual([])
})

test('des valeurs qui sont les noms de tout objet se décident comme d’autres', async () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']
  const lignes = names.map(
    (name, at) =>
      LIGNES[0]?.with(1, `${at}`).with(3, name).with(5, `Objet${at}`).with(6, `o${at}@ici.org`) ??
      [],
  )
  const lecture = lectureNue('OBJ', {})
  const { fichier_id } = await depose(app, ecrire(lignes))
  const { compte, empreinte } = await compter(app, fichier_id, lecture)
  expect(compte.bloque.map(({ valeur }) => valeur).toSorted()).toEqual(names.toSorted())
  expect((await demanderImport(app, fichier_id, { lecture, empreinte })).statusCode).toBe(422)
  // A key of that name cannot be sent, and the answer says so; with a blank it is the same value.
  const asWritten = await app.inject({
    method: 'POST',
    url: `/api/fichiers/${fichier_id}/lecture`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(lecture).replace('"valeurs":{', '"valeurs":{"__proto__":"compte"'),
  })
  expect([asWritten.statusCode, asWritten.json().detail]).toEqual([
    422,
    'Aucune clé ne peut s’appeler «\u00A0__proto__\u00A0». Pour une valeur de ce nom, mettez une espace devant.',
  ])
  const valeurs = Object.fromEntries(
    names.map((name) => [name.replace('__proto__', ' __proto__'), 'compte' as const]),
  )
  const decided = lectureNue('OBJ', valeurs)
  const all = await compter(app, fichier_id, decided)
  expect(all.compte).toMatchObject({ bloque: [], lignes: { dons: names.length } })
  await demanderImport(app, fichier_id, { lecture: decided, empreinte: all.empreinte })
  expect(await waitForImport(app, fichier_id)).toMatchObject({ resultat: { inseres: 5 } })
})

test('un avertissement compte les lignes comme on les voit, et les rejets expliquent un écart', async () => {
  const contenu = [
    'Référence commande;Date de la commande;Statut de la commande;Nom payeur;Prénom payeur;Email payeur;Tarif;Montant tarif',
    'P1;03/02/1999;Validé;Roy;Anne;anne.roy@exemple.fr;Don;120,00',
    'P1;03/02/1999;Validé;Roy;Anne;anne.roy@exemple.fr;Don;15,00',
    'P2;04/02/1999;Validé;Petit;Jean;jean.petit@exemple.fr;Don;douze',
  ].join('\r\n')
  const { fichier_id, lecture: found } = await depose(app, contenu)
  if (!found) throw new Error('no reading')
  const lecture = { ...found, prefixe: 'PART' }
  const { compte, empreinte } = await compter(app, fichier_id, lecture)
  expect(compte.lignes).toMatchObject({ lues: 3, rejets: 1 })
  expect(compte.rejets_nombreux).toMatch(/^33,3\s% des lignes sont rejetées/)

  expect((await demanderImport(app, fichier_id, { lecture, empreinte })).statusCode).toBe(202)
  await waitForImport(app, fichier_id)
  const asked = await app.inject('/api/controles/ecart/1999')
  expect(asked.json<EcartComptable>().explications.rejets).toMatchObject({
    lignes: 1,
    fichiers: [{ fichier_id }],
  })
})

test('dix lectures à la fois donnent chacune son compte, et un fichier oublié ne laisse rien', async () => {
  const { fichier_id } = await depose(app, ecrire(LIGNES))
  const lectures = Array.from({ length: 10 }, (_, at) => ({
    ...lectureNue(`DIX${at}`),
    constantes: { campaign_code: `C${at}` },
  }))
  const comptes = await Promise.all(lectures.map((one) => compter(app, fichier_id, one)))
  expect(new Set(comptes.map(({ empreinte }) => empreinte)).size).toBe(10)
  for (const { compte } of comptes) expect(compte.lignes).toMatchObject({ lues: 2, dons: 2 })
  const left = async () =>
    (
      await sql`
        select relname from pg_class
        where relnamespace = 'depots'::regnamespace and relkind in ('r', 'v', 'S')`.execute(db)
    ).rows
  // The next one makes the oldest give way.
  await compter(app, fichier_id, lectureNue('ONZE'))
  const kept = await db
    .selectFrom('lectures_fichiers')
    .select('lecture_id')
    .where('fichier_id', '=', fichier_id)
    .execute()
  expect(kept).toHaveLength(5)
  for (const { fichier_id: waiting } of await db
    .selectFrom('fichiers')
    .leftJoin('imports', 'imports.fichier_id', 'fichiers.fichier_id')
    .select('fichiers.fichier_id')
    .where('type', '=', 'fichier')
    .where('statut', 'is', null)
    .execute())
    await forget(db, waiting)
  expect(await left()).toEqual([])
})

test('un modèle gardé est reconnu, nommé au journal avec sa version, et s’oublie', async () => {
  const lecture = lectureNue('MOD')
  const keep = (body: object) =>
    app.inject({ method: 'POST', url: '/api/fichiers/modeles', payload: { lecture, ...body } })
  const first = (await keep({ nom: 'Notre caisse' })).json()
  expect(first).toMatchObject({ version: 1, livre: false })
  expect((await keep({ nom: 'Notre caisse' })).statusCode).toBe(422)
  const second = (await keep({ nom: 'Notre caisse', id: first.id })).json()
  expect(second).toMatchObject({ id: first.id, version: 2 })
  expect((await keep({ nom: 'À nous', id: 'helloasso' })).statusCode).toBe(422)
  const file = await depose(app, ecrire(LIGNES))
  expect(file.modeles[0]).toMatchObject({ id: first.id, version: 2, etat: 'reconnu' })
  if (!file.lecture) throw new Error('no reading')
  expect({ ...file.lecture, colonnes: lecture.colonnes }).toEqual(lecture)
  const { empreinte } = await compter(app, file.fichier_id, file.lecture)
  await demanderImport(app, file.fichier_id, { lecture: file.lecture, empreinte, modele: first.id })
  expect((await waitForImport(app, file.fichier_id)).outil?.modele).toEqual({
    id: first.id,
    nom: 'Notre caisse',
    version: 2,
  })
  // Whoever read an account with version 2 does not import what version 3 says.
  const late = await depose(app, ecrire(LIGNES))
  const before = await compter(app, late.fichier_id, lecture)
  const third = { ...lecture, constantes: { campaign_code: 'ETE' } }
  await keep({ nom: 'Notre caisse', id: first.id, lecture: third })
  const asked = { lecture, empreinte: before.empreinte, modele: first.id }
  const refused = await demanderImport(app, late.fichier_id, asked)
  expect([refused.statusCode, refused.json().champ]).toEqual([409, 'modele'])
  const { empreinte: now } = await compter(app, late.fichier_id, third)
  const taken = { lecture: third, empreinte: now, modele: first.id }
  expect((await demanderImport(app, late.fichier_id, taken)).statusCode).toBe(202)
  expect((await waitForImport(app, late.fichier_id)).outil?.modele).toMatchObject({ version: 3 })
  const gone = await app.inject({ method: 'DELETE', url: `/api/fichiers/modeles/${first.id}` })
  expect(gone.statusCode).toBe(200)
  expect((await app.inject(`/api/fichiers/modeles/${first.id}`)).statusCode).toBe(404)
  const livre = await app.inject({ method: 'DELETE', url: '/api/fichiers/modeles/helloasso' })
  expect(livre.statusCode).toBe(422)
  const kept = await db
    .selectFrom('modeles_fichiers')
    .select('version')
    .where('id', '=', first.id)
    .execute()
  expect(kept).toHaveLength(3)
})

test('une lecture qui n’a pas de sens est refusée, avec une phrase', async () => {
  const lecture = lectureNue('REF')
  const { fichier_id } = await depose(app, ecrire(LIGNES))
  const wrong: Record<string, object> = {
    'colonnes.email': { colonnes: { ...lecture.colonnes, email: 'Courriel' } },
    'montant.plus': { montant: { plus: [99], moins: [] } },
    montant: { montant: { plus: ['Montant tarif'], moins: ['montant  TARIF'] } },
    identite: { identite: ['client'] },
    'colonnes.order_date': { colonnes: { order_id: 'Commande', email: 'Email' } },
    reference_remboursement: { reference_remboursement: 'Référence' },
    nom_complet: { nom_complet: 'Notes' },
    inconnu: { inconnu: 1 },
    prefixe: { prefixe: 'ha-' },
    ligne_entete: { ligne_entete: 7 },
    cle: { cle: { colonne: 'Statut' } },
    'sorts.0.valeurs.x': { sorts: [{ colonne: 'Statut', valeurs: { x: 'peut-être' } }] },
  }
  for (const [champ, part] of Object.entries(wrong)) {
    const answer = await repondre(app, fichier_id, { ...lecture, ...part })
    expect([champ, answer.statusCode, answer.json().champ]).toEqual([champ, 422, champ])
    expect(answer.json().detail).toMatch(/[.]$/)
  }
  const proto = JSON.stringify({ ...lecture, sorts: [{ colonne: 'Statut', valeurs: {} }] })
  const poisoned = await app.inject({
    method: 'POST',
    url: `/api/fichiers/${fichier_id}/lecture`,
    headers: { 'content-type': 'application/json' },
    payload: proto.replace('"valeurs":{}', '"valeurs":{"__proto__":"compte"}'),
  })
  expect(poisoned.statusCode).toBeLessThan(500)
  const nobody = await demanderCompte(app, '6f0c1f2e-0000-4000-8000-000000000000', lecture)
  expect(nobody.statusCode).toBe(404)
})

test('des cellules hostiles ne font rien de plus que d’autres', async () => {
  const lecture = lectureNue('HOS')
  const hostile = [
    '=HYPERLINK("http://x")',
    '\u202egnp.exe',
    '<script>alert(1)</script>',
    "'; drop table donations --",
    'Z\u001f\u001e',
    'a\\b\tc',
  ]
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  const lignes = hostile.map((cell, at) => [
    `h${at}`,
    `${at}`,
    '05/03/2025',
    'Validé',
    quoted(cell),
    quoted(cell),
    `h${at}@ici.org`,
    '',
    quoted(cell),
    '1,00',
    '',
    '',
    '',
  ])
  const bad = [
    ['n', '90', '05/03/2025', 'Validé', 'N\0L', 'X', 'n@ici.org', '', '', '1,00', '', '', ''],
    [
      'm',
      '91',
      '05/03/2025',
      'Validé',
      'M'.repeat(1024 * 1024),
      'X',
      'm@ici.org',
      '',
      '',
      '1,00',
      '',
      '',
      '',
    ],
    ['s', '1,23E+12', '05/03/2025', 'Validé', 'S', 'X', 's@ici.org', '', '', '1,00', '', '', ''],
    ['c', '92', '05/03/2025', 'Validé', 'C'],
  ]
  const { fichier_id } = await depose(app, ecrire([...lignes, ...bad]))
  const readRejets = () => app.inject(`/api/upload/rejets/${fichier_id}.csv`)
  expect((await readRejets()).statusCode).toBe(404)
  const { compte, empreinte } = await compter(app, fichier_id, lecture)
  expect(compte.lignes).toMatchObject({ lues: 10, dons: 6, rejets: 4 })
  const avant = await readRejets()
  await demanderImport(app, fichier_id, { lecture, empreinte })
  const status = await waitForImport(app, fichier_id)
  expect(status.resultat).toMatchObject({ inseres: 6, rejetes: 4, rejets_gardes: 4 })
  const { fiches } = await readBase(db, 'HOS')
  expect(fiches.map(({ lastname }) => lastname)).toEqual(
    expect.arrayContaining(['=HYPERLINK("http://x")', '<script>alert(1)</script>', 'a\\b\tc']),
  )
  const rejets = await readRejets()
  expect(avant.body, 'les mêmes avant et après l’import').toBe(rejets.body)
  expect(rejets.body.split('\r\n')[0]).toContain('N° paiement')
  expect(rejets.body).toContain('notation scientifique')

  const headers = [
    ['', 422],
    ['\n\n', 422],
    [`${'x'.repeat(1024 * 1024)};b\n1;2`, 422],
    [`${'c;'.repeat(1001)}\n`, 422],
    ['Nom;Nom;;Montant;Date\nA;B;;1,00;01/02/2025\n', 200],
  ] as const
  for (const [content, code] of headers) expect((await deposer(app, content)).statusCode).toBe(code)
  const repeated = await depose(app, headers[4][0])
  expect(repeated.colonnes.map(({ place, nom }) => [place, nom])).toEqual([
    [1, 'Nom'],
    [2, 'Nom'],
    [3, ''],
    [4, 'Montant'],
    [5, 'Date'],
  ])
})

test('un en-tête qu’un onglet refuse reste refusé, et le fichier attend qu’on dise ce que sont ses colonnes', async () => {
  // More than the first bytes that the tab looks at, in more than one piece.
  const many = Array.from({ length: 12_000 }, (_, at) => [
    `n${at}`,
    `${at}`,
    '05/03/2025',
    'Validé',
    'Anne',
    'DURAND',
    'anne@ici.org',
    '75001',
    'x'.repeat(90),
    '1,00',
    '',
    '',
    '',
  ])
  for (const type of ['donateurs', 'donations'] as const) {
    const answer = await postFile(app, type, 'preview', ecrire(many), 'caisse.csv')
    const { detail, champ, fichier_id } = answer.json<ProblemAnswer>()
    expect(answer.statusCode).toBe(422)
    expect([detail.length > 0, champ]).toEqual([
      true,
      type === 'donateurs' ? 'contacts_file' : 'donations_file',
    ])
    if (!fichier_id) throw new Error('the file is gone')
    const file = (await app.inject(`/api/fichiers/${fichier_id}`)).json<Fichier>()
    expect(file).toMatchObject({ filename: 'caisse.csv', taille: Buffer.byteLength(ecrire(many)) })
    const { compte } = await compter(app, fichier_id, lectureNue('REFUSE'))
    expect(compte.lignes).toMatchObject({ lues: 12_000, dons: 12_000 })
  }
})

test('un modèle qui laisse l’ordre des jours ouvert lit celui que le fichier prouve', async () => {
  const givewp = readFileSync(new URL('../../support/modeles/givewp.csv', import.meta.url), 'utf8')
  const ordre = async (dernier: string) => {
    const jours = givewp.replace('31/12/2025', dernier).replace('31/01/2026', '01/02/2026')
    return (await depose(app, jours)).lecture?.jours
  }
  expect(await ordre('12/31/2025')).toBe('mja')
  expect(await ordre('31/12/2025')).toBe('auto')
})

test('un fichier aux mêmes colonnes se lit comme le dernier importé, sous le même préfixe', async () => {
  const titles = 'N°;Le;Nom;Prénom;CP;Euros'
  const csv = (...rows: string[]) => [titles, ...rows].join('\n')
  const januarys = csv('A1;05/01/2024;Roy;Zoé;75001;10,00', 'A2;06/01/2024;Roy;Zoé;75001;20,00')
  const named = await depose(app, januarys, 'janvier.csv')
  expect(named.precedent).toBeNull()
  const lecture = {
    ...lectureNue('JAN'),
    colonnes: { id: 'N°', order_date: 'Le', lastname: 'Nom', firstname: 'Prénom', zip: 'CP' },
    montant: { plus: ['Euros'], moins: [] },
    sorts: [],
    cle: { colonne: 'N°' },
    identite: ['nom_et_code_postal' as const],
  }
  await importerOutil(app, januarys, lecture)
  const next = await depose(app, csv('A1;05/01/2024;Roy;Zoé;75001;10,00'), 'mars-2026.csv')
  expect(next.precedent).toMatchObject({ nom: 'export.csv' })
  expect(next.lecture).toMatchObject({ prefixe: 'JAN', cle: { colonne: 'N°' } })
  const other = await depose(app, `${titles};Ville\nA1;05/01/2024;Roy;Zoé;75001;10,00;Ici`)
  expect(other.precedent).toBeNull()
})
