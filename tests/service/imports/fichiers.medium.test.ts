import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Annulation } from '#contract/annulations'
import type { EcartComptable } from '#contract/controles'
import type { Fichier } from '#contract/fichiers'
import type { JournalImports } from '#contract/imports'
import type { LectureFichier } from '#contract/lecture'
import type { ProblemAnswer } from '#contract/problem'
import { DOUBLONS } from '../../../service/donateurs/doublons/chercher'
import { MOTS } from '../../../service/donateurs/recherche/words'
import { forget } from '../../../service/imports/staging/forget'
import { derive } from '../../../service/platform/jobs/derived'
import { createRandom } from '../../../service/programs/demo/random'
import { anonymiseDonateur } from '../../../service/programs/rgpd/donateur'
import { get } from '../../support/analyses'
import {
  COLONNES_OUTIL,
  ecrireOutil,
  lectureDe,
  melanger,
  tirerLignes,
} from '../../support/fichiers-ecrits'
import {
  compter,
  demanderCompte,
  demanderImport,
  depose,
  deposer,
  importerOutil,
  repondre,
} from '../../support/fichiers-outil'
import { PATIENCE, tirages } from '../../support/hasard'
import { postFile, waitForImport } from '../../support/imports'
import { type ChoixOutil, Gens, MondeOutil } from '../../support/reference/outil'
import { startService } from '../../support/service'
import { ecrireClasseur, zipper } from '../../support/xlsx'

const { app, database } = await startService()
const { db } = database

const GRAINE = Number(process.env['GRAINE'] ?? Date.now() % 100_000)
const SORTS = { Validé: 'compte', Refusé: 'ne_compte_pas', Remboursé: 'rembourse' } as const

/** What the base has under a prefix, gifts and the cards of their donors. */
async function readBase(prefixe: string) {
  const dons = await db
    .selectFrom('donations')
    .selectAll()
    .where('id', 'like', `${prefixe}-%`)
    .orderBy('id')
    .execute()
  const fiches = await db
    .selectFrom('donateurs')
    .selectAll()
    .where('contact_id', 'in', ['', ...dons.map((don) => don.contact_id)])
    .orderBy('contact_id')
    .execute()
  return { dons, fiches }
}

/** Compares the base with the reference, and tells it what its people are called. */
async function compare(monde: MondeOutil, gens: Gens, prefixe: string): Promise<void> {
  const { dons, fiches } = await readBase(prefixe)
  const emails = new Map(fiches.map(({ contact_id, email }) => [contact_id, email]))
  expect(
    dons.map(({ id, order_amount, order_date }) => [
      id,
      Math.round(order_amount * 100),
      order_date,
    ]),
  ).toEqual(
    [...monde.dons]
      .map(([id, { cents, jour }]) => [id, cents, jour])
      .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  )
  const called = new Map<string, object>()
  for (const { id, contact_id, product_code } of dons) {
    const don = monde.dons.get(id)
    if (!don) throw new Error(id)
    const said = don.plusGrandes.filter(({ tarif }) => tarif === product_code)
    expect(said).not.toEqual([])
    const [personne, ...others] = new Set(said.map((one) => one.personne))
    // One person has one number, and one number is one person's.
    if (!gens.estSur || !personne || others.length > 0) continue
    expect(personne.contact ?? contact_id).toBe(contact_id)
    expect(called.get(contact_id) ?? personne).toBe(personne)
    personne.contact = contact_id
    personne.email = emails.get(contact_id)?.toLowerCase() ?? ''
    called.set(contact_id, personne)
  }
}

const somme = <Key extends string>(rows: Record<Key, number>[], key: Key) =>
  rows.reduce((sum, row) => sum + row[key], 0)

/** Gifts as an account tells them by year. */
function parAnnee(dons: { order_date: string; order_amount: number }[]) {
  const annees = new Map<number, { dons: number; cents: number }>()
  for (const { order_date, order_amount } of dons) {
    const annee = Number(order_date.slice(0, 4))
    const { dons: nombre, cents } = annees.get(annee) ?? { dons: 0, cents: 0 }
    annees.set(annee, { dons: nombre + 1, cents: cents + Math.round(order_amount * 100) })
  }
  return [...annees]
    .toSorted(([one], [other]) => one - other)
    .map(([annee, { dons: nombre, cents }]) => ({ annee, dons: nombre, montant: cents / 100 }))
}

const euros = (cents: object) =>
  Object.fromEntries(
    Object.entries(cents).map(([name, value]: [string, number]) => [name, value / 100]),
  )

test(
  `les fichiers d’un outil font ce qu’une deuxième lecture fait d’eux, deux fois ou dans un autre ordre aussi (graine ${GRAINE})`,
  { timeout: PATIENCE },
  async () => {
    const gens = new Gens()
    for (let tour = 0; tour < tirages(4); tour++) {
      const random = createRandom(GRAINE + tour)
      const cle = tour % 2 === 0 ? 'commande_et_jour' : 'numero'
      const choix: ChoixOutil = {
        prefixe: `P${tour}`,
        cle,
        isUtc: random.chance(0.5),
        sorts: SORTS,
      }
      const lecture = lectureDe(choix)
      const monde = new MondeOutil(gens)
      for (let fichier = 0; fichier < 3; fichier++) {
        const lignes = tirerLignes(random, 25, `g${GRAINE}t${tour}`, cle)
        const lu = monde.importer(lignes, choix)
        const { compte, status } = await importerOutil(app, ecrireOutil(lignes), lecture)
        expect(compte.lignes).toEqual(lu.lignes)
        expect(compte.montants).toEqual({ ...euros(lu.centimes), additionnees: undefined })
        expect(status).toMatchObject({ status: 'completed', type: 'fichier' })
        const { nouveaux, modifies, mis_a_zero } = compte.dons
        expect(status).toMatchObject({
          outil: { mis_a_zero, lignes: lignes.length },
          resultat: { inseres: nouveaux, modifies },
        })
        expect(somme(compte.par_annee, 'dons')).toBe(compte.dons.total)
        expect(somme(compte.par_annee, 'montant')).toBeCloseTo(compte.dons.montant, 6)
        if (fichier === 0)
          expect(compte.par_annee).toEqual(parAnnee((await readBase(choix.prefixe)).dons))
        await compare(monde, gens, choix.prefixe)
        if (fichier < 2) continue
        const before = await readBase(choix.prefixe)
        const again = melanger(lignes, random)
        const { status: same } = await importerOutil(
          app,
          ecrireOutil(again, melanger(COLONNES_OUTIL, random)),
          lecture,
        )
        expect(same.resultat).toMatchObject({ inseres: 0, modifies: 0 })
        expect(await readBase(choix.prefixe)).toEqual(before)
      }
    }
  },
)

const LIGNES = [
  [
    '1',
    '1',
    '05/03/2025 10:12',
    'Validé',
    'Anne',
    'DURAND',
    'anne@ici.org',
    '75001',
    'Don',
    '20,00',
    '',
    '',
    '',
  ],
  [
    '2',
    '2',
    '06/03/2025 10:12',
    'Validé',
    'Paul',
    'MARTIN',
    'paul@ici.org',
    '75001',
    'Don',
    '30,00',
    '',
    '',
    '',
  ],
]
const ecrire = (lignes: string[][]) =>
  [COLONNES_OUTIL.slice(0, 13), ...lignes].map((ligne) => ligne.join(';')).join('\n')
const lectureNue = (prefixe: string, sorts: ChoixOutil['sorts'] = SORTS) =>
  lectureDe({ prefixe, cle: 'commande_et_jour', isUtc: false, sorts })

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
  expect((await readBase('BL')).dons).toEqual([])
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
  expect(compte.avertissements.join()).toMatch(/33,3\s% des lignes sont rejetées/)

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

test('un fichier qui ne numérote rien se reconnaît au donateur, au jour, au montant et au rang', async () => {
  const random = createRandom(GRAINE)
  const lecture = { ...lectureNue('RANG'), cle: 'contact_jour_montant' as const }
  const stored = new Map<string, number>()
  const all = Array.from({ length: 60 }, (_, at) => ({
    jour: 1 + (at % 6),
    email: `rang${random.between(1, 3)}@ici.org`,
    euros: random.between(1, 2),
    tarif: random.pick(['Don', 'Billet']),
  }))
  // Whole days, which overlap.
  for (const [from, to] of [
    [1, 4],
    [3, 6],
    [1, 6],
  ] as const) {
    const dons = melanger(
      all.filter(({ jour }) => jour >= from && jour <= to),
      random,
    )
    const equals = new Map<string, number>()
    for (const { jour, email, euros: amount } of dons) {
      const cle = `${email} ${jour} ${amount}`
      equals.set(cle, (equals.get(cle) ?? 0) + 1)
    }
    for (const [cle, nombre] of equals) stored.set(cle, Math.max(stored.get(cle) ?? 0, nombre))
    const lignes = dons.map(({ jour, email, euros: amount, tarif }) => [
      ...['', '', `0${jour}/03/2025 10:00`, 'Validé', 'Luce', 'RANG', email, '', tarif],
      ...[`${amount},00`, '', '', ''],
    ])
    const { compte } = await importerOutil(app, ecrire(lignes), lecture)
    expect(compte.lignes).toMatchObject({ lues: dons.length, dons: dons.length, additionnees: 0 })
    expect(compte.avertissements.join(' ')).toContain('ne numérote pas ses dons')
    const again = await importerOutil(app, ecrire(melanger(lignes, random)), lecture)
    expect(again.status.resultat).toMatchObject({ inseres: 0, modifies: 0 })
    const { rows } = await sql<{ cle: string; nombre: number }>`
      select concat_ws(' ', email, extract(day from order_date), order_amount::integer) as cle, count(*) as nombre
      from donations join donateurs using (contact_id)
      where id like 'RANG-%' group by 1`.execute(db)
    expect(Object.fromEntries(rows.map(({ cle, nombre }) => [cle, nombre]))).toEqual(
      Object.fromEntries(stored),
    )
  }
})

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
  const { dons, fiches } = await readBase('FILE')
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
  expect(await readBase('VIDE')).toEqual({ dons: [], fiches: [] })
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
  const { fiches } = await readBase('HOS')
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
  expect(await readBase('INT')).toEqual({ dons: [], fiches: [] })
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
  const { dons } = await readBase('RGPD')
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
  expect(await readBase('RGPD')).toEqual({
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
  const after = (await readBase('RGPD')).dons.map(({ contact_id }) => contact_id)
  expect(new Set(after).size).toBe(2)
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

test('deux contacts auxquels mène une même ligne sont à comparer, et proposés', async () => {
  const lecture = lectureNue('DEUX')
  const [first = []] = LIGNES
  const row = (numero: string, email: string, zip: string) =>
    first.with(0, numero).with(1, numero).with(5, 'DEUX').with(6, email).with(7, zip)
  const [parEmail, parAdresse] = [row('1', 'deux@ici.org', ''), row('2', '', '29000')]
  await importerOutil(app, ecrire([parEmail, parAdresse]), lecture)
  await derive(db, MOTS)
  await derive(db, DOUBLONS)
  const contacts = [...new Set((await readBase('DEUX')).dons.map(({ contact_id }) => contact_id))]
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

test('un classeur se lit feuille par feuille, et ses lignes gardent leur numéro', async () => {
  const row = (at: number, cells: (string | number)[]) =>
    `<row r="${at}">${cells
      .map((cell, place) => {
        const r = `${String.fromCharCode(65 + place)}${at}`
        if (typeof cell === 'number') return `<c r="${r}"><v>${cell}</v></c>`
        if (cell.startsWith('#')) return `<c r="${r}" t="e"><v>${cell}</v></c>`
        return `<c r="${r}" t="inlineStr"><is><t>${cell}</t></is></c>`
      })
      .join('')}</row>`
  const header = [
    'Commande',
    'Date',
    'Statut',
    'Prénom',
    'Nom',
    'Email',
    'CP',
    'Tarif',
    'Montant tarif',
    'Montant promo',
    'Montant option',
  ]
  const don = (commande: string, amount: string | number, nom = 'NOIR') => [
    commande,
    '05/03/2025',
    'Validé',
    'Luce',
    nom,
    `l${commande}@ici.org`,
    '',
    'Don, "libre"',
    amount,
  ]
  const classeur = ecrireClasseur({
    feuilles: [
      { nom: 'Lisez-moi', lignes: row(1, ['Ceci', 'n’est pas']) + row(2, ['un', 'en-tête']) },
      {
        nom: 'Ventes',
        // A title, blank rows, rows that end at their last filled cell.
        lignes:
          row(2, ['Ventes de mars']) +
          row(5, header) +
          row(6, don('1', 0.1 + 0.2)) +
          row(9, don('2', '12,50 €')) +
          row(12, don('3', '#REF!')),
      },
      { nom: 'Vide', lignes: '' },
      {
        nom: 'Loin',
        // More blank rows than a header is looked for in; it can be told all the same.
        lignes: row(60, ['Qui', 'Combien']) + row(61, ['Luce', 12]),
      },
    ],
  })
  const file = await depose(app, classeur, 'ventes.xlsx')
  expect(file).toMatchObject({
    feuilles: ['Lisez-moi', 'Ventes', 'Vide', 'Loin'],
    feuille: 'Ventes',
    ligne_entete: 5,
  })
  const lecture = { ...lectureNue('XL'), feuille: 'Ventes', ligne_entete: 5 }
  const { compte, apercu } = await compter(app, file.fichier_id, lecture)
  expect(apercu.map(({ ligne }) => ligne)).toEqual([6, 9, 12])
  expect(apercu[2]?.raison).toBe(
    'La case I12 est en erreur (#REF!)\u00a0: corrigez-la dans votre tableur.',
  )
  expect(compte).toMatchObject({
    lignes: { lues: 3, dons: 2, rejets: 1 },
    montants: { dons: 12.8 },
    rejets_par_motif: [{ nombre: 1, lignes: [12], cases: ['I12'] }],
  })
  const other = (
    await app.inject(`/api/fichiers/${file.fichier_id}?feuille=Lisez-moi`)
  ).json<Fichier>()
  expect(other).toMatchObject({ feuille: 'Lisez-moi', ligne_entete: 1 })
  for (const feuille of ['Vide', 'Loin'])
    expect(
      (await app.inject(`/api/fichiers/${file.fichier_id}?feuille=${feuille}`)).statusCode,
    ).toBe(422)
  const far = await app.inject(`/api/fichiers/${file.fichier_id}?feuille=Loin&ligne_entete=60`)
  expect(far.json<Fichier>().colonnes).toMatchObject([
    { nom: 'Qui', exemples: ['Luce'] },
    { nom: 'Combien', exemples: ['12'] },
  ])
  const cell = (r: string, text: string) => `<c r="${r}" t="inlineStr"><is><t>${text}</t></is></c>`
  const wide = (lignes: string) => ecrireClasseur({ feuilles: [{ nom: 'Large', lignes }] })
  // Sparse and wide, with a format up to the last column of a sheet.
  const sparse = await depose(
    app,
    wide(
      `<row r="1">${cell('A1', 'Date')}${cell('ALL1', 'Montant')}<c r="XFD1" s="0"/></row><row r="900000">${cell('A900000', '01/02/2025')}${cell('ALL900000', '3,00')}</row>`,
    ),
    'large.xlsx',
  )
  expect(sparse.colonnes.at(-1)).toMatchObject({ place: 1000, nom: 'Montant', exemples: ['3,00'] })
  const bomb = zipper([{ nom: 'xl/workbook.xml', contenu: Buffer.alloc(200_000_000) }])
  for (const [name, bytes, words] of [
    [
      'large.xlsx',
      wide(`<row r="1">${cell('A1', 'Date')}${cell('XFD1', 'Montant')}</row>`),
      'trop grand',
    ],
    ['bombe.xlsx', bomb, 'se décompresse'],
    ['vieux.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'Enregistrez-le en .xlsx'],
    ['page.pdf', Buffer.from('%PDF'), '.xlsx ou .csv'],
    ['pdf.csv', Buffer.from('%PDF-1.7\n1 0 obj\n'), 'un document PDF, pas un tableau'],
    ['tableau.csv', Buffer.from('<table><tr><td>Nom;a</td></tr></table>'), 'page web'],
    ['lettre.csv', Buffer.from('{\\rtf1 a;b\n}'), 'un texte mis en forme'],
    ['image.csv', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'une image, pas un tableau'],
    [
      'page.csv',
      Buffer.from('\uFEFF\n<!DOCTYPE html>\n<p>Connexion'),
      'une page web, pas un tableau',
    ],
    ['abime.xlsx', classeur.subarray(0, 400), 'abîmé'],
  ] as const) {
    const begun = performance.now()
    const answer = await deposer(app, bytes, name)
    expect([name, answer.statusCode]).toEqual([name, words === 'trop grand' ? 413 : 422])
    expect(answer.json<ProblemAnswer>().detail).toContain(words)
    expect(performance.now() - begun).toBeLessThan(2_000)
  }
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
