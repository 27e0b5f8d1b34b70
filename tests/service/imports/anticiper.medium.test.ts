import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { CompteFichier } from '#contract/fichiers'
import type { LectureFichier, Sort } from '#contract/lecture'
import type { ProblemAnswer } from '#contract/problem'
import { stageOutil } from '../../../service/imports/fichiers/deposer'
import { lireConnaissances } from '../../../service/imports/fichiers/routes'
import { forget } from '../../../service/imports/staging/forget'
import { beginStaging } from '../../../service/imports/staging/stage'
import { createRandom } from '../../../service/programs/demo/random'
import { ecrireOutil, lectureDe, tirerLignes } from '../../support/fichiers-ecrits'
import { compter, demanderImport, depose, repondre } from '../../support/fichiers-outil'
import { tirages } from '../../support/hasard'
import { waitForImport } from '../../support/imports'
import { startService } from '../../support/service'
import { ecrireClasseur } from '../../support/xlsx'

const { app, database } = await startService()
const { db } = database

const GRAINE = Number(process.env['GRAINE'] ?? Date.now() % 100_000)

/** An account without what names its file, or why there is none. */
const answered = (answer: Awaited<ReturnType<typeof repondre>>) =>
  answer.statusCode === 200
    ? { ...answer.json<CompteFichier>(), empreinte: '' }
    : answer.json<ProblemAnswer>().detail

const [entete = '', ...lignes] = readFileSync(
  new URL('../../support/modeles/helloasso-boutique.csv', import.meta.url),
  'utf8',
)
  .trim()
  .split(/\r?\n/)
/** The same shop, whose orders have other numbers each time: more rows than a header is looked for in. */
const long = [0, 1, 2, 3].flatMap((at) => lignes.map((ligne) => ligne.replace(/^9/, `${at + 1}`)))
const contenu = [entete, ...long].join('\r\n')

const lectures = (fichierId: string) =>
  db
    .selectFrom('lectures_fichiers')
    .select(['lecture_id', 'lues_de', 'lues', 'compte'])
    .where('fichier_id', '=', fichierId)
    .execute()

const tables = async () =>
  (
    await sql<{ nom: string }>`
      select tablename as nom from pg_tables where schemaname = 'depots' order by 1`.execute(db)
  ).rows.map(({ nom }) => nom)

test('un fichier dont un modèle sait l’en-tête est lu pendant qu’il arrive, comme il le serait après', async () => {
  const { fichier_id, lecture } = await depose(app, contenu)
  if (!lecture) throw new Error('no model knows it')
  const [ahead, ...others] = await lectures(fichier_id)
  if (!ahead) throw new Error('nothing was read ahead')
  expect([others, ahead.compte]).toEqual([[], null])
  expect(ahead.lues).toMatchObject({
    entete: entete
      .replace('\ufeff', '')
      .split(';')
      .map((nom) => nom.trim()),
  })
  const first = await compter(app, fichier_id, lecture)
  expect((await lectures(fichier_id)).map(({ lecture_id }) => lecture_id)).toEqual([
    ahead.lecture_id,
  ])
  expect(first.compte.lignes.lues).toBe(long.length)

  await db.deleteFrom('lectures_fichiers').where('fichier_id', '=', fichier_id).execute()
  const again = await compter(app, fichier_id, lecture)
  expect(again).toEqual(first)
  const [anew] = await lectures(fichier_id)
  expect(anew?.lues).toEqual(ahead.lues)
  const rows = async (lectureId: string) =>
    (
      await sql`
        select l.*, qui, carte
        from ${sql.table(`depots.lues_${lectureId.replaceAll('-', '')}`)} as l
        left join ${sql.table(`depots.personnes_${lectureId.replaceAll('-', '')}`)} as p using (personne)
        order by ligne, qui is null`.execute(db)
    ).rows
  expect(await rows(anew?.lecture_id ?? '')).toEqual(await rows(ahead.lecture_id))
})

test('la feuille d’un classeur est lue d’avance de même, de plusieurs celle qui dit le plus', async () => {
  const echapper = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const lignesDe = (rows: readonly string[]) =>
    rows
      .map((row, at) => {
        const cells = row
          .replace('\ufeff', '')
          .split(';')
          .map((cell) => `<c t="inlineStr"><is><t>${echapper(cell)}</t></is></c>`)
        return `<row r="${at + 1}">${cells.join('')}</row>`
      })
      .join('')
  const rows = [entete, ...long]
  const dons = { nom: 'Dons', lignes: lignesDe(rows) }
  const { fichier_id, lecture } = await depose(
    app,
    ecrireClasseur({ feuilles: [dons] }),
    'export.xlsx',
  )
  if (!lecture) throw new Error('no model knows it')
  const [ahead] = await lectures(fichier_id)
  if (!ahead) throw new Error('nothing was read ahead')
  const first = await compter(app, fichier_id, lecture)
  expect((await lectures(fichier_id)).map(({ lecture_id }) => lecture_id)).toEqual([
    ahead.lecture_id,
  ])
  expect(first.compte.lignes.lues).toBe(long.length)
  await db.deleteFrom('lectures_fichiers').where('fichier_id', '=', fichier_id).execute()
  expect(await compter(app, fichier_id, lecture)).toEqual(first)
  expect((await lectures(fichier_id))[0]?.lues).toEqual(ahead.lues)

  // What was begun of a sheet gives way to one that says more; one that says less, or the same, is not begun.
  const before = await tables()
  const place = entete.split(';').indexOf('Raison sociale')
  const sansSocietes = rows.map((row) => row.split(';').toSpliced(place, 1).join(';'))
  const several = await depose(
    app,
    ecrireClasseur({
      feuilles: [
        { nom: 'Notes', lignes: lignesDe(['Bonjour;à;tous']) },
        { nom: 'Sans sociétés', lignes: lignesDe(sansSocietes) },
        dons,
        { nom: 'Encore', lignes: lignesDe(sansSocietes) },
        { ...dons, nom: 'Copie' },
      ],
    }),
    'export.xlsx',
  )
  expect(several.lecture?.feuille).toBe('Dons')
  const [one, ...others] = await lectures(several.fichier_id)
  expect([one?.lues, others]).toEqual([ahead.lues, []])
  expect((await tables()).filter((nom) => !before.includes(nom))).toHaveLength(4)
  if (!several.lecture) throw new Error('no model knows it')
  expect((await compter(app, several.fichier_id, several.lecture)).compte).toEqual(first.compte)
  expect((await lectures(several.fichier_id)).map(({ lecture_id }) => lecture_id)).toEqual([
    one?.lecture_id,
  ])
})

test('d’autres constantes ne relisent rien, et ce qui fut lu reste tant qu’une lecture s’en sert', async () => {
  const before = await tables()
  const { fichier_id, lecture } = await depose(app, contenu)
  if (!lecture) throw new Error('no model knows it')
  const decided = {
    ...lecture,
    sorts: lecture.sorts.map((sort) => ({
      ...sort,
      valeurs: { ...sort.valeurs, 'En attente': 'ne_compte_pas' as const },
    })),
  }
  const first = await compter(app, fichier_id, decided)
  const other = { ...decided, constantes: { campaign_code: 'AUTRE' }, prefixe: 'ZZ' }
  const { compte, empreinte } = await compter(app, fichier_id, other)
  expect(empreinte).not.toBe(first.empreinte)
  for (const part of ['lignes', 'montants', 'dons', 'donateurs', 'par_annee', 'valeurs'] as const)
    expect(compte[part], part).toEqual(first.compte[part])
  const noms = async () => [...new Set((await lectures(fichier_id)).map(({ lues_de }) => lues_de))]
  expect(await noms()).toHaveLength(1)
  // Others make the one whose rows it shares give way; an import empties the base's places of both.
  for (const jours of ['jma', 'mja', 'amj'] as const)
    await compter(app, fichier_id, { ...decided, jours })
  await compter(app, fichier_id, { ...decided, fuseau: 'UTC' })
  expect(await noms()).toHaveLength(5)
  const kept = (await lectures(fichier_id)).find(
    ({ lecture_id, lues_de }) => lues_de !== lecture_id,
  )
  if (!kept) throw new Error('nothing is shared')
  expect(await tables()).toContain(`lues_${kept.lues_de.replaceAll('-', '')}`)
  const answer = await demanderImport(app, fichier_id, { lecture: other, empreinte })
  expect(answer.statusCode, answer.body).toBe(202)
  expect(await waitForImport(app, fichier_id)).toMatchObject({
    status: 'completed',
    resultat: { inseres: compte.dons.total },
  })
  const { rows } = await sql<{ campaign_code: string; dons: number }>`
    select campaign_code, count(*) as dons from donations where starts_with(id, 'ZZ-') group by 1`.execute(
    db,
  )
  expect(rows).toEqual([{ campaign_code: 'AUTRE', dons: compte.dons.total }])
  await expect.poll(tables).toEqual(before)
})

test(`décider autrement d’une valeur ne relit rien, et compte comme une lecture nouvelle (graine ${GRAINE})`, async () => {
  const sorts = [null, 'compte', 'ne_compte_pas'] as const
  let shared = 0
  for (let tour = 0; tour < tirages(3); tour++) {
    const random = createRandom(GRAINE + tour)
    const cle = random.pick(['commande_et_jour', 'numero'] as const)
    const domaine = `d${GRAINE}t${tour}`
    const drawn = tirerLignes(random, 40, domaine, cle)
    // Of some files every row can be a gift.
    const lignes =
      tour % 2 === 0
        ? drawn.map((ligne) => ({
            ...ligne,
            montant: 700,
            email: `${ligne.nom.length}@${domaine}.org`,
          }))
        : drawn
    const fichier = ecrireOutil(lignes)
    const { fichier_id } = await depose(app, fichier)
    const draw = (values: readonly string[]) =>
      Object.fromEntries(
        values.flatMap((valeur) => {
          const sort = random.pick(sorts)
          return sort === null ? [] : [[valeur, sort]]
        }),
      )
    const all = { Validé: 'compte', Refusé: 'compte', Remboursé: 'compte' } as const
    const tarifs = { Don: 'compte', Adhésion: 'compte', Billet: 'compte' } as const
    const decisions: readonly Record<string, Sort>[] = [
      all,
      { ...all, Refusé: 'ne_compte_pas' },
      ...Array.from({ length: 4 }, () => ({
        ...draw(['Validé', 'Refusé']),
        Remboursé: random.chance(0.8) ? ('rembourse' as const) : ('compte' as const),
      })),
    ]
    for (const [fois, valeurs] of decisions.entries()) {
      const lecture: LectureFichier = {
        ...lectureDe({ prefixe: `D${tour}`, cle, isUtc: false, sorts: {} }),
        sorts: [
          { colonne: 'Statut', valeurs },
          { colonne: 'Tarif', valeurs: fois < 2 ? tarifs : draw(Object.keys(tarifs)) },
        ],
      }
      const { fichier_id: neuf } = await depose(app, fichier)
      expect(await repondre(app, fichier_id, lecture).then(answered)).toEqual(
        await repondre(app, neuf, lecture).then(answered),
      )
      const noted = await lectures(fichier_id)
      shared += noted.filter(({ lecture_id, lues_de }) => lecture_id !== lues_de).length
    }
  }
  expect(shared).toBeGreaterThan(0)
})

test('une ligne que sa nouvelle décision rejette, ou fait rembourser, est relue', async () => {
  const { fichier_id } = await depose(
    app,
    'Commande;Date;Statut;Nom;Email;Montant\r\n' +
      '1;01/02/2025;Payé;Un;un@ici.org;10,00\r\n' +
      '2;01/02/2025;En attente;Deux;deux@ici.org;20,00\r\n' +
      '3;01/02/2025;Retrait;Trois;;-5,00\r\n',
  )
  const compterDe = async (valeurs: Record<string, Sort>) => {
    const lecture = {
      ...lectureDe({ prefixe: 'RELU', cle: 'commande_et_jour', isUtc: false, sorts: {} }),
    }
    lecture.colonnes = { order_id: 'Commande', order_date: 'Date', lastname: 'Nom', email: 'Email' }
    lecture.montant = { plus: ['Montant'], moins: [] }
    const { compte } = await compter(app, fichier_id, {
      ...lecture,
      sorts: [{ colonne: 'Statut', valeurs }],
    })
    const noms = new Set((await lectures(fichier_id)).map(({ lues_de }) => lues_de))
    return [noms.size, compte.lignes, compte.a_decider, compte.rejets_par_motif.length]
  }
  const rest = { lues: 3, additionnees: 0, remboursements: 0 }
  const paye = { Payé: 'compte' } as const
  // Nobody decided on any, then on one that can be a gift, and on one that cannot: that is no gift either way.
  expect(await compterDe({})).toEqual([1, { ...rest, dons: 0, ecartees: 0, rejets: 3 }, 3, 0])
  expect(await compterDe(paye)).toEqual([1, { ...rest, dons: 1, ecartees: 0, rejets: 2 }, 2, 0])
  const decided = { ...paye, 'En attente': 'ne_compte_pas' } as const
  expect(await compterDe(decided)).toEqual([1, { ...rest, dons: 1, ecartees: 1, rejets: 1 }, 1, 0])
  expect(await compterDe({ ...decided, Retrait: 'compte' })).toEqual([
    2,
    { ...rest, dons: 1, ecartees: 1, rejets: 1 },
    0,
    1,
  ])
  expect(await compterDe({ ...decided, Retrait: 'ne_compte_pas' })).toEqual([
    3,
    { ...rest, dons: 1, ecartees: 2, rejets: 0 },
    0,
    0,
  ])
  expect(await compterDe({ ...decided, 'En attente': 'rembourse' })).toEqual([
    4,
    { ...rest, dons: 1, ecartees: 0, rejets: 2 },
    1,
    1,
  ])
})

test('un fichier qui s’interrompt, ou que personne ne sait lire, ne laisse rien de lu d’avance', async () => {
  const before = await tables()
  const fichierId = randomUUID()
  const order = {
    fichierId,
    type: 'fichier' as const,
    nom: 'coupe.csv',
    bytes: contenu.length,
    maxBytes: 1e9,
    personne: 'Anne',
    now: new Date(),
  }
  const connaissances = { ...(await lireConnaissances(db)), dossier: tmpdir() }
  const begun = await beginStaging(db, order)
  let seen: string[] = []
  async function* cut(): AsyncGenerator<Buffer> {
    yield Buffer.from(contenu)
    seen = await tables()
    throw new Error('the client is gone')
  }
  await expect(stageOutil(database, order, cut(), begun.bytes, connaissances)).rejects.toThrow(
    'the client is gone',
  )
  expect(seen.some((nom) => nom.startsWith('lues_') && !before.includes(nom))).toBe(true)
  expect(await lectures(fichierId)).toEqual([])
  await forget(db, fichierId)
  expect(await tables()).toEqual(before)

  const unknown = await depose(app, contenu.replace('Statut de la commande', 'Quoi'))
  expect(await lectures(unknown.fichier_id)).toEqual([])
  // What cannot be read to its end is read anew, and refused in words.
  const sum = ['8', '05/03/2025', 'Validé', 'A', 'B', 'a@b.org', '', '', 'Don', '9'.repeat(12)]
  const huge = Array.from({ length: 900 }, () => [...sum, '', '', ''].join(';'))
  const refused = await depose(app, [entete, ...huge].join('\r\n'))
  expect(await lectures(refused.fichier_id)).toEqual([])
  await expect(compter(app, refused.fichier_id, refused.lecture as never)).rejects.toThrow(
    /invalide/,
  )
})
