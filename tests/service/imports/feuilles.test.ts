import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { LectureFichier } from '#contract/lecture'
import { compter, demanderImport, depose, repondre } from '../../support/fichiers-outil'
import { waitForImport } from '../../support/imports'
import { startService } from '../../support/service'
import { ecrireClasseur } from '../../support/xlsx'

const { app, database } = await startService()

type Case = string | number | { serie: number } | null

/** A sheet of texts, numbers and true days, under each of its names; rows by their number, some of them hidden. */
function classeur(
  rows: readonly (readonly Case[])[],
  masquees: readonly number[] = [],
  noms: readonly string[] = ['Dons'],
): Buffer {
  const cellule = (value: Case, place: number, ligne: number) => {
    const adresse = `${String.fromCharCode(65 + place)}${ligne}`
    if (value === null) return ''
    if (typeof value === 'string')
      return `<c r="${adresse}" t="inlineStr"><is><t>${value}</t></is></c>`
    if (typeof value === 'number') return `<c r="${adresse}"><v>${value}</v></c>`
    return `<c r="${adresse}" s="1"><v>${value.serie}</v></c>`
  }
  const lignes = rows
    .map((cells, at) => {
      const hidden = masquees.includes(at + 1) ? ' hidden="1"' : ''
      return `<row r="${at + 1}"${hidden}>${cells.map((value, place) => cellule(value, place, at + 1)).join('')}</row>`
    })
    .join('')
  return ecrireClasseur({ feuilles: noms.map((nom) => ({ nom, lignes })), formats: [14] })
}

/** 5 January 2025, and the days after it. */
const jour = (at: number) => ({ serie: 45_662 + at })
const GENS = [
  ['Alba', 'Rose', 'rose@exemple.fr'],
  ['Brun', 'Paul', 'paul@exemple.fr'],
  ['Clair', 'Ana', 'ana@exemple.fr'],
]
const gens = (at: number): string[] => GENS[at] ?? []
const TITRES = ['Nom', 'Prénom', 'Email', 'Date', 'Montant']

async function proposer(content: string | Buffer, plus: Partial<LectureFichier> = {}) {
  const file = await depose(app, content, typeof content === 'string' ? 'x.csv' : 'x.xlsx')
  const { lecture } = file
  return {
    file,
    lecture: lecture && { ...lecture, cle: 'contact_jour_montant' as const, ...plus },
  }
}

async function lire(content: string | Buffer, plus: Partial<LectureFichier> = {}) {
  const { file, lecture } = await proposer(content, plus)
  if (!lecture) throw new Error('no reading is proposed')
  return { file, ...(await compter(app, file.fichier_id, lecture)) }
}

test('ce qui est à droite des titres ne rejette rien, et une colonne sans titre se lit par sa place', async () => {
  const note = await lire(
    classeur([
      TITRES,
      [...gens(0), jour(0), 50],
      [...gens(1), jour(1), 30, null, 'rappeler en mars'],
      [...gens(2), jour(2), 20, null, null, null, 100],
    ]),
  )
  expect(note.compte).toMatchObject({
    bloque: [],
    lignes: { lues: 3, dons: 3 },
    dons: { montant: 100 },
  })

  const vides = await proposer(
    classeur([
      ['Nom', null, 'Email', 'Date'],
      [...gens(0), jour(0), 50.5],
      [...gens(1), jour(1), 30.25],
    ]),
  )
  expect(vides.file.colonnes.map(({ nom, propose }) => [nom, propose])).toEqual([
    ['Nom', 'lastname'],
    ['', null],
    ['Email', 'email'],
    ['Date', 'order_date'],
    ['', 'plus'],
  ])
  if (!vides.lecture) throw new Error('no reading')
  const { compte } = await compter(app, vides.file.fichier_id, vides.lecture)
  expect(compte.dons).toMatchObject({ total: 2, montant: 80.75 })
})

test('sous un en-tête fusionné, la date et le montant se choisissent par leur place', async () => {
  const { file } = await proposer(
    classeur([
      ['Nom', 'Prénom', 'Email', 'Don'],
      [null, null, null, 'Date', 'Montant'],
      [...gens(0), jour(0), 50],
      [...gens(1), jour(1), 30],
    ]),
  )
  expect(file.colonnes).toHaveLength(5)
  const { compte } = await compter(app, file.fichier_id, {
    feuille: 'Dons',
    ligne_entete: 1,
    colonnes: { lastname: 'Nom', firstname: 'Prénom', email: 'Email', order_date: 4 },
    montant: { plus: [5], moins: [] },
    constantes: {},
    sorts: [],
    cle: 'contact_jour_montant',
    identite: ['email_et_nom'],
    sans_identite: 'rejeter',
    fuseau: 'tel quel',
    jours: 'auto',
    prefixe: 'FUS',
  })
  expect(compte.dons).toMatchObject({ total: 2, montant: 80 })
  expect(compte.lignes).toMatchObject({ lues: 3, rejets: 1 })
})

test('les lignes masquées par un filtre se disent, et se décident', async () => {
  const content = classeur(
    [TITRES, [...gens(0), jour(0), 50], [...gens(1), jour(1), 30], [...gens(2), jour(2), 1000]],
    [4],
  )
  const asked = await lire(content)
  expect(asked.compte).toMatchObject({
    masquees: { lignes: 1, montant: 1000 },
    dons: { montant: 80 },
    lignes: { lues: 3, dons: 2, rejets: 1 },
  })
  const refused = await demanderImport(app, asked.file.fichier_id, {
    lecture: asked.lecture,
    empreinte: asked.empreinte,
  })
  expect([refused.statusCode, refused.json()]).toMatchObject([422, { champ: 'lignes_masquees' }])
  expect((await lire(content, { lignes_masquees: 'lire' })).compte.dons.montant).toBe(1080)
  expect((await lire(content, { lignes_masquees: 'laisser' })).compte).toMatchObject({
    dons: { montant: 80 },
    lignes: { ecartees: 1, rejets: 0 },
  })
})

const NUMEROTE = ['N° du don', 'Date', ...TITRES.slice(0, 3), 'Montant']

test.each<[string, (string | { serie: number })[], boolean]>([
  ['mois d’abord, avec des heures', [{ serie: 45_717.42 }, '02/25/2025 10:05'], true],
  ['jour d’abord', ['13/01/2025', { serie: 45_689 }, { serie: 45_718 }], true],
  ['des vrais jours de tout le mois', ['13/01/2025', { serie: 45_689 }, jour(20)], false],
  ['des textes qui se lisent des deux façons', ['03/01/2025', { serie: 45_689 }], false],
  ['de vrais jours seuls', [jour(0), jour(1)], false],
])(
  'de dates à moitié converties, %s : bloquées seulement où elles se contredisent',
  async (_quoi, jours, estBloque) => {
    const content = classeur([
      NUMEROTE,
      ...jours.map((written, at) => [String(at + 1), written, ...gens(0), 10]),
    ])
    const { file, lecture } = await proposer(content)
    const answer = await repondre(app, file.fichier_id, lecture)
    expect(answer.statusCode).toBe(estBloque ? 422 : 200)
    if (estBloque) expect(answer.json().detail).toMatch(/échangé le jour et le mois/)
  },
)

const CSV = 'Date;Nom;Prénom;Email;Montant;Téléphone;Note'
const COURTES = [
  '05/01/2025;Alba;Rose;rose@exemple.fr;15,00',
  '06/01/2025;Brun;Paul;paul@exemple.fr;12,50;0612345678',
  '07/01/2025;Clair;Ana;ana@exemple.fr;8,00;0612345679;ok',
]

test('les lignes courtes d’un CSV se complètent, et leurs euros sont toujours parmi ceux qui sont lus', async () => {
  const csv = [CSV, ...COURTES].join('\n')
  const asked = await lire(csv)
  expect(asked.compte).toMatchObject({
    lignes_courtes: 2,
    lignes: { lues: 3, dons: 1, rejets: 2 },
    montants: { lues: 35.5, dons: 8, rejets: 27.5 },
  })
  expect((await lire(csv, { completer_lignes_courtes: true })).compte).toMatchObject({
    lignes_courtes: 0,
    lignes: { dons: 3, rejets: 0 },
    montants: { lues: 35.5, dons: 35.5 },
  })
})

test('des cases vides en trop à chaque ligne ne sont pas une faute, et une de plus à une seule en est une', async () => {
  const whole = COURTES.map((ligne, at) => ligne + ';'.repeat(2 - at))
  const all = await lire([CSV, ...whole.map((ligne) => `${ligne};;`)].join('\n'))
  expect(all.compte.lignes).toMatchObject({ lues: 3, dons: 3, rejets: 0 })
  const one = await lire([CSV, ...whole.with(1, `${whole[1]};;`)].join('\n'))
  expect(one.compte).toMatchObject({
    lignes: { lues: 3, dons: 2, rejets: 1 },
    montants: { lues: 35.5 },
  })
  const filled = await lire(
    [CSV, ...whole.map((ligne, at) => `${ligne};${at === 2 ? 'x' : ''}`)].join('\n'),
  )
  expect(filled.compte.lignes.rejets).toBeGreaterThan(0)
})

test('une valeur qui décide, loin dans le fichier, sous un titre que rien ne disait, est demandée', async () => {
  const titres = 'Date;Nom;Prénom;Email;Montant;Remarque;Mode de paiement'
  const ligne = (at: number, remarque: string) =>
    `${10 + (at % 19)}/01/2025;N${at};P;p${at}@exemple.fr;10,00;${remarque};${at % 2 ? 'Carte' : 'Chèque'}`
  const rows = Array.from({ length: 1500 }, (_, at) => ligne(at, at % 3 ? 'web' : 'salon'))
  const csv = [titres, ...rows, ligne(1500, 'Annulé')].join('\n')
  const { compte } = await lire(csv)
  expect(compte.bloque.map(({ colonne, valeur, lignes }) => [colonne, valeur, lignes])).toEqual([
    ['Remarque', 'web', 1000],
    ['Remarque', 'salon', 500],
    ['Remarque', 'Annulé', 1],
  ])
  // Two ways of paying are shown, and block nothing.
  expect(compte.a_voir.map(({ colonne, valeur, lignes }) => [colonne, valeur, lignes])).toEqual([
    ['Mode de paiement', 'Chèque', 751],
    ['Mode de paiement', 'Carte', 750],
  ])
  const dismissed = await lire(csv, { sans_effet: ['Remarque', 'Mode de paiement'] })
  expect(dismissed.compte).toMatchObject({ bloque: [], a_voir: [], dons: { total: 1501 } })
})

test('ce qu’un tarif vend est proposé comme ne comptant pas', async () => {
  const csv = [
    'Date;Nom;Prénom;Email;Montant;Tarif',
    '05/01/2025;Alba;Rose;rose@exemple.fr;15,00;Adhésion 2025',
    '06/01/2025;Brun;Paul;paul@exemple.fr;12,50;Don libre',
  ].join('\n')
  const { compte } = await lire(csv)
  expect(compte.bloque).toMatchObject([{ valeur: 'Adhésion 2025' }, { valeur: 'Don libre' }])
  expect(compte.valeurs.map(({ valeur, propose }) => [valeur, propose])).toEqual([
    ['Adhésion 2025', 'ne_compte_pas'],
    ['Don libre', 'compte'],
  ])
})

test('l’autre feuille aux mêmes colonnes attend une fois la première importée, et plus une fois importée aussi', async () => {
  const rows = [TITRES, [...gens(0), jour(0), 50], [...gens(1), jour(1), 30]]
  const { file, lecture } = await proposer(classeur(rows, [], ['2024', '2025']))
  const importer = async (fichierId: string, feuille: string) => {
    const choisie = { ...lecture, feuille } as LectureFichier
    const { empreinte } = await compter(app, fichierId, choisie)
    const answer = await demanderImport(app, fichierId, { lecture: choisie, empreinte })
    expect(answer.statusCode, answer.body).toBe(202)
    return waitForImport(app, fichierId)
  }
  const first = await importer(file.fichier_id, '2024')
  const suite = first.outil?.suite
  expect(suite?.feuilles).toEqual(['2025'])
  const attend = async () => (await waitForImport(app, file.fichier_id)).outil?.suite ?? null
  // While its import runs nothing is to be asked of it; once that failed it can be asked again.
  for (const [statut, isOffered] of [
    ['processing', false],
    ['error', true],
  ] as const) {
    await sql`
      insert into imports (fichier_id, statut) values (${suite?.fichier_id}, ${statut})
      on conflict (fichier_id) do update set statut = excluded.statut`.execute(database.db)
    expect((await attend()) !== null, statut).toBe(isOffered)
  }
  await sql`delete from imports where fichier_id = ${suite?.fichier_id}`.execute(database.db)
  expect(await importer(suite?.fichier_id ?? '', '2025')).toMatchObject({ status: 'completed' })
  expect(await attend()).toBeNull()
})
