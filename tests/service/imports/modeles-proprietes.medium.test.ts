import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Fichier } from '#contract/fichiers'
import type { LectureFichier, Sort } from '#contract/lecture'
import { normalise } from '#files/entetes'
import { lireJour } from '../../../service/imports/fichiers/jours'
import { forget } from '../../../service/imports/staging/forget'
import { createRandom } from '../../../service/programs/demo/random'
import { melanger } from '../../support/fichiers-ecrits'
import { type Compte, compter, demanderImport, depose } from '../../support/fichiers-outil'
import { PATIENCE } from '../../support/hasard'
import { waitForImport } from '../../support/imports'
import { startService } from '../../support/service'

const { app, database } = await startService()
const { db } = database

const FOLDER = new URL('../../support/modeles/', import.meta.url)
const GRAINE = Number(process.env['GRAINE'] ?? Date.now() % 100_000)

interface Invente {
  entete: string[]
  lignes: string[][]
  decisions: Record<string, Record<string, Sort>>
}

/** An invented file of a model, as cells, and what somebody decided of its values. */
function lire(nom: string): Invente {
  const contenu = readFileSync(new URL(`${nom}.csv`, FOLDER), 'utf8').replace('\ufeff', '')
  const [first = ''] = contenu.split(/\r?\n/)
  const [delimiter] = [';', ',', '\t'].toSorted(
    (one, other) => first.split(other).length - first.split(one).length,
  )
  const [entete = [], ...lignes] = parse(contenu, {
    delimiter: delimiter ?? ';',
    relax_column_count: true,
    skip_empty_lines: true,
  })
  const { decisions } = JSON.parse(readFileSync(new URL(`${nom}.json`, FOLDER), 'utf8')) as Invente
  return { entete, lignes, decisions }
}

const noms = readdirSync(FOLDER)
  .filter((nom) => nom.endsWith('.csv'))
  .map((nom) => nom.slice(0, -4))
  // Refused before anything is read of it: it has no key.
  .filter((nom) => nom !== 'civicrm-defaut')

const ecrire = (entete: string[], lignes: string[][]) =>
  [entete, ...lignes]
    .map((ligne) => ligne.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
    .join('\r\n')

/** The reading that its model proposes, decided, under another prefix. */
function lectureDe({ lecture }: Fichier, { decisions }: Invente, prefixe: string): LectureFichier {
  if (!lecture) throw new Error('no reading')
  const sorts = lecture.sorts.map((sort) => ({
    ...sort,
    valeurs: { ...sort.valeurs, ...decisions[String(sort.colonne)] },
  }))
  // Of a column that no model decides by.
  for (const [colonne, valeurs] of Object.entries(decisions))
    if (!sorts.some((sort) => sort.colonne === colonne)) sorts.push({ colonne, valeurs })
  return { ...lecture, sorts, prefixe }
}

const sumOf = ({ lues, ...parts }: Record<string, number> & { lues: number }) => [
  lues,
  Object.values(parts).reduce((sum, part) => sum + part, 0),
]

/** An account in which nothing depends on the order of rows: which ones are named does. */
const sansLignes = (compte: Compte) => ({
  ...compte,
  rejets_par_motif: compte.rejets_par_motif
    .map(({ motif, nombre }) => `${nombre} ${motif}`)
    .toSorted((one, other) => (one < other ? -1 : 1)),
  valeurs: compte.valeurs
    .map(({ colonne, ...valeur }) => JSON.stringify([String(colonne), valeur]))
    .toSorted((one, other) => (one < other ? -1 : 1)),
})

async function importer(invente: Invente, lignes: string[][], prefixe: string): Promise<string> {
  const file = await depose(app, ecrire(invente.entete, lignes))
  const lecture = lectureDe(file, invente, prefixe)
  const { empreinte } = await compter(app, file.fichier_id, lecture)
  const answer = await demanderImport(app, file.fichier_id, { lecture, empreinte })
  expect(answer.statusCode, answer.body).toBe(202)
  expect(await waitForImport(app, file.fichier_id)).toMatchObject({ status: 'completed' })
  return file.fichier_id
}

/** Gifts under a prefix, without it, and the cards of their donors, without their numbers. */
async function dons(prefixe: string): Promise<object[]> {
  const { rows } = await sql<object>`
    with d as materialized (select * from donations where starts_with(id, ${`${prefixe}-`})),
      c as materialized (select * from donateurs where contact_id in (select contact_id from d))
    select substr(d.id, ${prefixe.length + 2}) as cle, order_amount, order_date, order_id, codemedia_code,
      campaign_code, origincode_code, product_code, to_jsonb(c) - 'contact_id' as fiche
    from d left join c using (contact_id)`.execute(db)
  return rows
    .map((row) => JSON.parse(JSON.stringify(row).replaceAll(`${prefixe}-`, '')) as object)
    .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
}

test.each(noms)(
  `%s : l’ordre ne change rien, deux exports qui se recouvrent font leur union, et s’annulent (graine ${GRAINE})`,
  { timeout: PATIENCE },
  async (nom) => {
    const random = createRandom(GRAINE)
    const invente = lire(nom)
    const { entete, lignes } = invente
    const rang = noms.indexOf(nom)
    const [union, deux] = [`U${rang}`, `D${rang}`]

    // The account is an equation, whatever the order of rows and columns.
    const file = await depose(app, ecrire(entete, lignes))
    const lecture = lectureDe(file, invente, union)
    const { compte } = await compter(app, file.fichier_id, lecture)
    expect(compte.bloque).toEqual([])
    for (const of of [compte.lignes, compte.montants]) {
      const [all, parts] = sumOf(of)
      expect(parts).toBeCloseTo(all ?? Number.NaN, 6)
    }
    const places = melanger([...entete.keys()], random)
    const autre = await depose(
      app,
      ecrire(
        places.map((place) => entete[place] ?? ''),
        melanger(lignes, random).map((ligne) => places.map((place) => ligne[place] ?? '')),
      ),
    )
    const melange = await compter(app, autre.fichier_id, lectureDe(autre, invente, union))
    expect(sansLignes(melange.compte)).toEqual(sansLignes(compte))

    // A value that nobody decided on blocks, each of them; euros of a currency pass.
    for (const [at, { colonne, valeurs }] of lecture.sorts.entries())
      for (const { valeur } of compte.valeurs.filter((one) => one.colonne === colonne)) {
        const others = Object.entries(valeurs).filter(
          ([known]) => known.trim().toLowerCase() !== valeur.trim().toLowerCase(),
        )
        const sorts = lecture.sorts.with(at, { colonne, valeurs: Object.fromEntries(others) })
        const blocked = await compter(app, file.fichier_id, { ...lecture, sorts })
        const asked = blocked.compte.bloque.map((one) => one.valeur)
        expect(asked.includes(valeur)).toBe(valeur.toUpperCase() !== 'EUR')
      }

    // Whole days, of which two files have some in common.
    const place = entete.findIndex(
      (name) => normalise(name) === normalise(String(lecture.colonnes.order_date)),
    )
    const jourDe = (ligne: string[]) => Number(lireJour(ligne[place] ?? '', lecture)) || 0
    const jours = [...new Set(lignes.map(jourDe))].toSorted((one, other) => one - other)
    const [from = 0, to = 0] = [
      jours[Math.floor(jours.length / 3)],
      jours[Math.floor((2 * jours.length) / 3)],
    ]
    await importer(invente, lignes, union)
    await importer(
      invente,
      lignes.filter((ligne) => jourDe(ligne) <= to),
      deux,
    )
    const entre = await dons(deux)
    const second = await importer(
      invente,
      lignes.filter((ligne) => jourDe(ligne) >= from),
      deux,
    )
    expect(await dons(deux)).toEqual(await dons(union))
    const undone = await app.inject({ method: 'POST', url: `/api/upload/annulation/${second}` })
    if (undone.statusCode === 202)
      await waitForImport(app, undone.json<{ upload_id: string }>().upload_id)
    else expect(undone.body).toContain('n’a rien changé')
    expect(await dons(deux)).toEqual(entre)
    for (const waiting of [file, autre]) await forget(db, waiting.fichier_id)
  },
)
