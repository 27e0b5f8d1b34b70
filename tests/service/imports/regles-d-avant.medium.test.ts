import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { LectureFichier } from '#contract/lecture'
import { compter, demanderImport, depose } from '../../support/fichiers-outil'
import { waitForImport } from '../../support/imports'
import { startService } from '../../support/service'

const { app, database } = await startService()
const { db } = database

/** Imports a file as it is proposed, with what somebody changes, and tells what became of its gifts. */
async function importer(csv: string, plus: Partial<LectureFichier>) {
  const { fichier_id, lecture: proposee } = await depose(app, csv)
  if (!proposee) throw new Error('nothing proposed')
  const lecture = { ...proposee, ...plus }
  const { compte, empreinte } = await compter(app, fichier_id, lecture)
  expect(compte.lignes.rejets).toBe(0)
  const answer = await demanderImport(app, fichier_id, { lecture, empreinte })
  expect(answer.statusCode, answer.body).toBe(202)
  await waitForImport(app, fichier_id)
  const dons = await db
    .selectFrom('donations')
    .select(['contact_id', 'order_date', 'order_amount'])
    .where('id', 'like', `${lecture.prefixe}-%`)
    .orderBy('order_date')
    .orderBy('order_amount')
    .execute()
  return { compte, dons }
}

const MARIE = [
  ['1', '05/01/2025', '0611111111', '01/02/1950', 'Mme', '10,00'],
  ['2', '06/01/2025', '0622222222', '01/02/1980', 'M.', '20,00'],
  ['3', '07/01/2025', '0633333333', '', '', '30,00'],
]
const COLONNES = 'Numéro du don;Date du don;Téléphone;Date de naissance;Civilité;Montant'
const marie = (lignes: readonly string[][], nom: string, sansNumero: boolean) =>
  [
    `${COLONNES};Nom;Prénom;Code postal`,
    ...lignes.map((cells) => `${cells.join(';')};${nom};Marie;75015`),
  ]
    .map((ligne) => (sansNumero ? ligne.slice(ligne.indexOf(';') + 1) : ligne))
    .join('\n')

test.each([
  ['numérotés', 'VA', false],
  ['sans numéro', 'VB', true],
])(
  'ceux qu’un nom et un code postal réunissaient restent un donateur, dons %s, et un nouveau don leur revient',
  async (_quoi, prefixe, sansNumero) => {
    const nom = `Ancien${prefixe}`
    const cle = sansNumero ? { cle: 'contact_jour_montant' as const } : {}
    // As before: name and zip alone make the key, whatever else the card says.
    const avant = await importer(
      marie(MARIE, nom, sansNumero).replaceAll(/06\d{8}|01\/02\/19\d\d|Mme|M\./g, ''),
      {
        prefixe,
        ...cle,
      },
    )
    const [contact] = new Set(avant.dons.map((don) => don.contact_id))
    expect(avant.dons.map((don) => don.contact_id)).toEqual([contact, contact, contact])
    await sql`update donateurs set phone = '0633333333' where contact_id = ${contact}`.execute(db)

    const apres = await importer(marie(MARIE, nom, sansNumero), { prefixe, ...cle })
    expect(apres.compte.donateurs).toMatchObject({ nouveaux: 0, connus: 1 })
    expect(apres.compte.dons).toMatchObject({ nouveaux: 0, modifies: 0, inchanges: 3 })
    expect(apres.dons).toEqual(avant.dons)
    const suite = await importer(
      marie([['4', '08/01/2025', '0622222222', '01/02/1980', 'M.', '40,00']], nom, sansNumero),
      { prefixe, ...cle },
    )
    expect(suite.dons.map((don) => don.contact_id)).toEqual([contact, contact, contact, contact])
  },
)

test('des dons qui ne sont pas enregistrés se séparent, eux, de qui un autre fichier a réuni', async () => {
  const avant = await importer(
    marie(MARIE, 'Neuve', false).replaceAll(/06\d{8}|01\/02\/19\d\d|Mme|M\./g, ''),
    {
      prefixe: 'VC',
    },
  )
  const contact = avant.dons[0]?.contact_id
  await sql`update donateurs set phone = '0633333333' where contact_id = ${contact}`.execute(db)
  const autres = await importer(marie(MARIE, 'Neuve', false), { prefixe: 'VD' })
  expect(new Set(autres.dons.map((don) => don.contact_id)).size).toBe(3)
  expect(autres.dons.map((don) => don.contact_id)).toContain(contact)
})

test.each([
  ['Alba Rose', 'alba@exemple.fr', '44000'],
  ['de la Tour Rose', 'tour@exemple.fr', ''],
  ['Mme Brun Luce', '', '35000'],
  ['Clair Ana', 'Ana<clair@exemple.fr>', '29000'],
  ['Dune Luc', 'mailto:dune@exemple.fr', ''],
])('« %s » de « %s » reste qui il était, lu avec les règles d’avant', async (nom, email, cp) => {
  const prefixe = `W${nom
    .replaceAll(/[^a-z]/gi, '')
    .toUpperCase()
    .slice(0, 6)}`
  const fichier = (titre: string, numero: number, adresse: string) =>
    `Numéro du don;Date du don;${titre};Email;Code postal;Montant\n${numero};0${numero}/01/2025;${nom};${adresse};${cp};10,00`
  const avant = await importer(fichier('Nom complet', 1, email && 'autre@exemple.fr'), { prefixe })
  const contact_id = avant.dons[0]?.contact_id
  if (email !== '') {
    // The key as it was written before, of the whole cell and the words in their order.
    await sql`delete from identites where contact_id = ${contact_id}`.execute(db)
    await sql`
      insert into identites (cle, contact_id, fichier_id)
      select sha256(externe || sha256(interne || convert_to('identite:email_et_nom:' || ${`${email.toLowerCase()}\x1e${nom.toLowerCase()}`}, 'UTF8'))),
        ${contact_id}, (select fichier_id from fichiers limit 1)
      from secret_raisons`.execute(db)
  }
  const apres = await importer(fichier('Nom et prénom', 1, email), { prefixe })
  expect(apres.compte.donateurs).toMatchObject({ nouveaux: 0 })
  expect(apres.dons).toEqual(avant.dons)
  const suite = await importer(fichier('Nom et prénom', 2, email), { prefixe })
  expect(suite.dons.map((don) => don.contact_id)).toEqual([contact_id, contact_id])
})

test('un numéro enregistré ="0012" avant qu’il se lise 0012 reste ce don, et ne compte pas deux fois', async () => {
  const csv =
    'Numéro du don;Date du don;Nom;Prénom;Email;Montant\n"=""0012""";05/01/2025;Egal;Zoé;egal@exemple.fr;10,00'
  await importer(csv, { prefixe: 'VE' })
  await sql`update donations set id = 'VE-="0012"' where id = 'VE-0012'`.execute(db)
  const encore = await importer(csv, { prefixe: 'VE' })
  expect(encore.compte.dons).toMatchObject({ nouveaux: 0, modifies: 0, inchanges: 1 })
  expect(encore.dons).toHaveLength(1)
})

test('un fichier plus ancien ne remplit que ce qui est vide d’une fiche, et dit ce qui y change', async () => {
  const titres = 'Numéro du don;Date du don;Nom;Prénom;Email;Code postal;Téléphone;Montant'
  const ancien = `${titres}\n1;05/03/2025;Zorro;Luz;luz@x.fr;44000;0611111111;10,00`
  const recent = `${titres}\n2;05/06/2025;Zorro;Luz;luz@x.fr;29200;;10,00`
  const fiche = async () => {
    const { rows } = await sql`select zip, phone from donateurs where email = 'luz@x.fr'`.execute(
      db,
    )
    return rows
  }
  await importer(ancien, { prefixe: 'VF' })
  const { compte } = await importer(recent, { prefixe: 'VF' })
  expect(compte.fiches).toMatchObject({
    modifiees: 1,
    exemples: [{ champs: [{ champ: 'zip', avant: '44000', apres: '29200' }] }],
  })
  expect(await fiche()).toEqual([{ zip: '29200', phone: '0611111111' }])
  const encore = await importer(ancien, { prefixe: 'VF' })
  expect(encore.compte.fiches).toEqual({ modifiees: 0, exemples: [] })
  expect(await fiche()).toEqual([{ zip: '29200', phone: '0611111111' }])

  // The other way round the older one brings its telephone, and nothing else.
  await sql`delete from donateurs where email = 'luz@x.fr'`.execute(db)
  await sql`delete from donations where id like 'VF-%'`.execute(db)
  await importer(recent, { prefixe: 'VF' })
  await importer(ancien, { prefixe: 'VF' })
  expect(await fiche()).toEqual([{ zip: '29200', phone: '0611111111' }])
})
