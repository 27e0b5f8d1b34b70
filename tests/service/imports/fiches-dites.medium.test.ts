import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { LectureFichier } from '#contract/lecture'
import { createRandom } from '../../../service/programs/demo/random'
import { importerOutil } from '../../support/fichiers-outil'
import { PATIENCE, tirages } from '../../support/hasard'
import { importFile, waitForImport } from '../../support/imports'
import { startService } from '../../support/service'

const { app, database } = await startService()
const { db } = database

const GRAINE = Number(process.env['GRAINE'] ?? Date.now() % 100_000)
const CELLULES = ['civility', 'firstname', 'lastname', 'email', 'phone', 'zip', 'city'] as const
type Fiche = Partial<Record<(typeof CELLULES)[number], string>>
interface Ligne extends Fiche {
  contact: string
  jour: string
}

const VALEURS: Record<(typeof CELLULES)[number], [string, ...string[]]> = {
  civility: ['', 'Mme', 'M.'],
  firstname: ['', '', 'Ana', 'Luc', 'Zoé'],
  lastname: ['', 'Albert', 'Brun', 'Clerc', 'Dumas'],
  email: ['', '', 'a@exemple.fr', 'b@exemple.fr', 'c@exemple.fr'],
  phone: ['', '', '0611111111', '0622222222', '0633333333'],
  zip: ['', '44000', '29200', '35000'],
  city: ['', 'Nantes', 'Brest', 'Rennes'],
}
const NOM = ['civility', 'firstname', 'lastname']

const lectureDe = (prefixe: string): LectureFichier => ({
  prefixe,
  ligne_entete: 1,
  colonnes: {
    id: 'id',
    contact_id: 'contact',
    order_date: 'jour',
    ...Object.fromEntries(CELLULES.map((cell) => [cell, cell])),
  },
  montant: { plus: ['euros'], moins: [] },
  constantes: {},
  sorts: [],
  cle: { colonne: 'id' },
  identite: ['numero'],
  sans_identite: 'rejeter',
  fuseau: 'tel quel',
  jours: 'auto',
})

const importer = async (prefixe: string, lignes: readonly Ligne[]) => {
  const rows = lignes.map((ligne) =>
    [
      `${ligne.contact}-${ligne.jour}`,
      `${prefixe}${ligne.contact}`,
      ligne.jour,
      '10',
      ...CELLULES.map((cell) => ligne[cell] ?? ''),
    ].join(';'),
  )
  const titres = ['id', 'contact', 'jour', 'euros', ...CELLULES].join(';')
  const { status } = await importerOutil(app, [titres, ...rows].join('\n'), lectureDe(prefixe))
  expect(status.status).toBe('completed')
  return status
}

/** The cards of a prefix, their contacts without it. */
async function fichesDe(prefixe: string): Promise<Record<string, Fiche>> {
  const fiches = await db
    .selectFrom('donateurs')
    .select(['contact_id', ...CELLULES])
    .where('contact_id', 'like', `${prefixe}%`)
    .orderBy('contact_id')
    .execute()
  return Object.fromEntries(
    fiches.map(({ contact_id, ...cells }) => [
      contact_id.slice(prefixe.length),
      Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== null)),
    ]),
  )
}

/** What a file says of a person: names of its last row that has one, and the last of each other cell. */
function ditPar(lignes: readonly Ligne[]): Record<string, { valeur: string; jour: string }> {
  const dit: Record<string, { valeur: string; jour: string }> = {}
  const tri = lignes.toSorted((one, other) => (one.jour < other.jour ? -1 : 1))
  const nomme = tri.findLast(({ lastname }) => lastname)
  for (const cell of CELLULES) {
    const row = NOM.includes(cell) ? nomme : tri.findLast((ligne) => ligne[cell])
    const valeur = row?.[cell]
    if (row && valeur) dit[cell] = { valeur, jour: row.jour }
  }
  return dit
}

/** The cards of files in any order: each cell as it was said on the latest day. */
function attendues(fichiers: readonly (readonly Ligne[])[]): Record<string, Fiche> {
  const contacts = [...new Set(fichiers.flat().map(({ contact }) => contact))].toSorted()
  return Object.fromEntries(
    contacts.map((contact) => {
      const dits = fichiers.map((lignes) =>
        ditPar(lignes.filter((ligne) => ligne.contact === contact)),
      )
      const fiche = CELLULES.flatMap((cell) => {
        const [last] = dits
          .flatMap((dit) => dit[cell] ?? [])
          .toSorted((one, other) => (one.jour > other.jour ? -1 : 1))
        return last ? [[cell, last.valeur]] : []
      })
      return [contact, Object.fromEntries(fiche) as Fiche]
    }),
  )
}

const ORDRES = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
]

test(
  'trois fichiers dans n’importe quel ordre finissent dans les mêmes fiches',
  { timeout: PATIENCE },
  async () => {
    for (let tirage = 0; tirage < tirages(20); tirage++) {
      const { pick, between } = createRandom(GRAINE + tirage)
      const days = new Map<string, Set<string>>()
      const ligne = (): Ligne => {
        const contact = `C${between(1, 4)}`
        const taken = days.get(contact) ?? new Set()
        days.set(contact, taken)
        let jour = ''
        do jour = `2024-${pick(['01', '02', '03', '04'])}-${between(10, 28)}`
        while (taken.has(jour))
        taken.add(jour)
        const cells = Object.fromEntries(CELLULES.map((cell) => [cell, pick(VALEURS[cell])]))
        return { contact, jour, ...cells }
      }
      const fichiers = ORDRES.slice(0, 3).map(() => Array.from({ length: between(2, 7) }, ligne))
      for (const [at, ordre] of ORDRES.entries()) {
        const prefixe = `T${tirage}P${at}`
        for (const one of ordre) await importer(prefixe, fichiers[one] ?? [])
        expect(await fichesDe(prefixe), `GRAINE=${GRAINE + tirage} ${ordre.join()}`).toEqual(
          attendues(fichiers),
        )
      }
    }
  },
)

test.each([
  [
    'la même personne',
    'Hervé',
    'Bénard',
    'Hervé Benard',
    { firstname: 'Hervé', lastname: 'Bénard' },
  ],
  ['un autre nom', 'Marie', 'Martin', 'Marie Durand', { lastname: 'Marie Durand' }],
  ['un nom seul', 'Jean', 'Dupont', 'Petit', { firstname: 'Jean', lastname: 'Petit' }],
])(
  'un nom en une case, %s, dans un ordre ou dans l’autre',
  async (quoi, firstname, lastname, seul, fiche) => {
    const ecrit = { contact: 'C', jour: '2024-01-05', firstname, lastname }
    const entier = { contact: 'C', jour: '2024-02-05', lastname: seul }
    const prefixe = `N${quoi.length}`
    for (const lignes of [[ecrit], [entier]]) await importer(`${prefixe}A`, lignes)
    for (const lignes of [[entier], [ecrit]]) await importer(`${prefixe}B`, lignes)
    expect(await fichesDe(`${prefixe}A`)).toEqual({ C: fiche })
    expect(await fichesDe(`${prefixe}B`)).toEqual({ C: fiche })
  },
)

test('un prénom dit avec son nom reste, où ce nom contient le prénom d’avant', async () => {
  const contact = 'C'
  await importer('P', [{ contact, jour: '2024-01-05', firstname: 'Martin', lastname: 'Dupont' }])
  const dite = { firstname: 'Paul', lastname: 'Martin Dupont' }
  await importer('P', [{ contact, jour: '2024-02-05', ...dite }])
  expect(await fichesDe('P')).toEqual({ C: dite })
})

const annuler = async (id: string) => {
  const answer = await app.inject({ method: 'POST', url: `/api/upload/annulation/${id}` })
  expect(answer.statusCode, answer.body).toBe(202)
  await waitForImport(app, answer.json<{ upload_id: string }>().upload_id)
}
const dites = async (contact: string) =>
  (await sql`select zip, city from fiches_dites where contact_id = ${contact}`.execute(db)).rows

test('l’annulation rend les jours avec les cellules ; Contacts.csv les dit de nouveau', async () => {
  const contact = 'C'
  await importer('UA', [{ contact, jour: '2024-01-05', lastname: 'Un', zip: '44000' }])
  const avant = await dites('UAC')
  const { upload_id } = await importer('UA', [
    { contact, jour: '2024-03-05', lastname: 'Un', zip: '44000', city: 'Brest' },
  ])
  expect(await dites('UAC')).not.toEqual(avant)
  await annuler(upload_id)
  expect(await dites('UAC')).toEqual(avant)
  await importer('UA', [{ contact, jour: '2024-02-05', lastname: 'Un', zip: '29200' }])
  expect(await fichesDe('UA')).toEqual({ C: { lastname: 'Un', zip: '29200' } })

  // Today's word is later than any gift's, but of what the file does not say.
  await importFile(app, 'donateurs', 'contact_id;nom;code postal\nUAC;Deux;35000\n')
  await importer('UA', [
    { contact, jour: '2024-04-05', lastname: 'Un', zip: '29200', city: 'Brest' },
  ])
  expect(await fichesDe('UA')).toEqual({ C: { lastname: 'Deux', zip: '35000', city: 'Brest' } })
  await importer('UA', [{ contact, jour: '2024-05-05', lastname: 'Un', city: 'Rennes' }])
  expect(await fichesDe('UA')).toEqual({ C: { lastname: 'Deux', zip: '35000', city: 'Rennes' } })
})
