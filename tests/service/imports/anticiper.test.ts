import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { stageOutil } from '../../../service/imports/fichiers/deposer'
import { lireConnaissances } from '../../../service/imports/fichiers/routes'
import { forget } from '../../../service/imports/staging/forget'
import { beginStaging } from '../../../service/imports/staging/stage'
import { compter, depose } from '../../support/fichiers-outil'
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
    .select(['lecture_id', 'lues', 'compte'])
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

test('la seule feuille d’un classeur est lue d’avance de même, et l’une de plusieurs ne l’est pas', async () => {
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

  const two = ecrireClasseur({
    feuilles: [{ nom: 'Notes', lignes: lignesDe(['Bonjour;à;tous']) }, dons],
  })
  const several = await depose(app, two, 'export.xlsx')
  expect(await lectures(several.fichier_id)).toEqual([])
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
