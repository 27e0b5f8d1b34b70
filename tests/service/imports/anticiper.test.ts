import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { stageOutil } from '../../../service/imports/fichiers/deposer'
import { lireConnaissances } from '../../../service/imports/fichiers/routes'
import { forget } from '../../../service/imports/staging/forget'
import { beginStaging } from '../../../service/imports/staging/stage'
import { compter, demanderImport, depose } from '../../support/fichiers-outil'
import { waitForImport } from '../../support/imports'
import { startService } from '../../support/service'
import { ecrireClasseur } from '../../support/xlsx'

const { app, database } = await startService()
const { db } = database

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
        select l.*, qui, carte, p.jour as vu_le, p.lignes
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
  expect(await noms()).toHaveLength(2)
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
