import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { compter, depose, demanderImport } from '../../support/fichiers-outil'
import { waitForImport } from '../../support/imports'
import { startService } from '../../support/service'

const { app, database } = await startService()
const { db } = database

afterEach(() => sql`delete from donations where id like 'UN-%'`.execute(db))

/** Imports a file as the page proposes it under a prefix, and tells whose its gifts are, by the smallest number first. */
async function importer(prefixe: string, lignes: readonly string[]) {
  const { fichier_id, lecture: proposee } = await depose(app, lignes.join('\n'))
  if (!proposee) throw new Error('nothing proposed')
  const lecture = { ...proposee, prefixe }
  const { compte, empreinte } = await compter(app, fichier_id, lecture)
  expect(compte.lignes.rejets).toBe(0)
  const answer = await demanderImport(app, fichier_id, { lecture, empreinte })
  expect(answer.statusCode, answer.body).toBe(202)
  await waitForImport(app, fichier_id)
  const dons = await db
    .selectFrom('donations')
    .select(['id', 'contact_id'])
    .where('id', 'like', `${prefixe}-%`)
    .orderBy('id')
    .execute()
  const donateurs = dons.map(({ contact_id }) => contact_id)
  return { compte, donateurs, combien: new Set(donateurs).size }
}

const COLONNES =
  'Numéro du don;Date du don;Civilité;Nom;Prénom;Raison sociale;Email;Code postal;Téléphone;Date de naissance;Montant'

interface Dit {
  email?: string
  tel?: string
  ne?: string
  civilite?: string
  societe?: string
}

/** Rows of Marie, of one name and zip, with what else each says. */
const fichier = (nom: string, dits: readonly Dit[], du = 1) => [
  COLONNES,
  ...dits.map(({ email = '', tel = '', ne = '', civilite = '', societe = '' }, at) => {
    const qui = societe === '' ? `${civilite};${nom};Marie;` : `${civilite};;;${societe}`
    return `${du + at};05/01/2025;${qui};${email};75015;${tel};${ne};10,00`
  }),
]

const h1: Dit[] = [
  { email: 'marie.martin1@x.fr', tel: '0611111111' },
  { email: 'mmartin@y.fr', tel: '0622222222' },
  { email: 'marie75@z.fr', tel: '0633333333' },
]
const ne = (ne: string) => ({ ne })
const tel = (tel: string) => ({ tel })
const email = (email: string) => ({ email })

test.each<[string, Dit[], number]>([
  ['trois e-mails et trois mobiles', h1, 3],
  ['deux dates de naissance', [ne('01/01/1950'), ne('01/01/1980')], 2],
  ['deux mobiles', [tel('06 11 11 11 11'), tel('07.22.22.22.22')], 2],
  ['deux civilités', [{ civilite: 'M.' }, { civilite: 'Madame' }], 2],
  ['une société de ce nom', [{}, { societe: 'Marie {nom}' }], 2],
  ['un mobile écrit de deux façons', [tel('06 11 11 11 11'), tel('+33611111111')], 1],
  ['un fixe et un autre', [tel('0144444444'), tel('0155555555')], 1],
  ['un e-mail, et rien', [email('m@x.fr'), {}], 1],
  ['un e-mail, et un mobile', [email('m@x.fr'), tel('0611111111')], 1],
  [
    'un e-mail de deux mobiles, et rien',
    [
      { ...email('m@x.fr'), ...tel('0611111111') },
      { ...email('m@x.fr'), ...tel('0622222222') },
      {},
    ],
    1,
  ],
  ['deux e-mails, et rien, qui n’est d’aucun', [email('a@x.fr'), email('b@x.fr'), {}], 3],
  [
    'un mobile et deux e-mails',
    [
      { ...email('a@x.fr'), ...tel('0611111111') },
      { ...email('b@x.fr'), ...tel('0611111111') },
    ],
    2,
  ],
  ['M. et M.', [{ civilite: 'M.' }, { civilite: 'Monsieur' }], 1],
])(
  'un nom et un code postal, avec %s : autant de donateurs que dit la loi, dans tout ordre, deux fois et un fichier après l’autre',
  async (_quoi, modele, attendus) => {
    const of = (nom: string) =>
      modele.map((dit) => ({
        ...dit,
        ...(dit.societe && { societe: `Marie ${nom}` }),
        ...(dit.email && { email: `${nom}.${dit.email}` }),
      }))
    const lettres = _quoi
      .normalize('NFD')
      .replace(/[^a-z]/gi, '')
      .toUpperCase()
    const nom = `Nom${lettres}`
    const premier = await importer('UN', fichier(nom, of(nom)))
    const dits = modele.length
    const siens = new Set(premier.donateurs)
    expect(siens.size).toBe(attendus)
    // The same file, its rows the other way round, changes nothing.
    const [entete = '', ...lignes] = fichier(nom, of(nom))
    const encore = await importer('UN', [entete, ...lignes.toReversed()])
    expect(encore.donateurs).toEqual(premier.donateurs)
    expect(encore.compte.donateurs).toMatchObject({ nouveaux: 0, connus: attendus })
    expect(encore.compte.dons).toMatchObject({ nouveaux: 0, modifies: 0 })
    expect(encore.compte.homonymes.nom_a_plusieurs_emails).toBe(attendus > 1 ? 1 : 0)
    // Row by row, as later files would bring them, they stay who they are.
    for (let at = 0; at < dits; at++) await importer('UN', [entete, lignes[at] ?? ''])
    const apres = await importer('UN', [entete, lignes[0] ?? ''])
    expect(apres.donateurs).toEqual(premier.donateurs)
  },
)

test('chacun de trois homonymes venus l’un après l’autre a son numéro, et la paire se propose', async () => {
  const nom = 'Lundi'
  const venus: string[] = []
  for (const [at, dit] of h1.entries())
    venus.push(...(await importer(`L${at}`, fichier(nom, [dit]))).donateurs)
  expect(new Set(venus).size).toBe(3)
  const { rows } = await sql<{ paires: number }>`
    select count(*) as paires from identites_ambigues
    where contact_id = any(${venus}::text[]) and autre_id = any(${venus}::text[])`.execute(db)
  expect(rows[0]?.paires).toBe(2)
})
