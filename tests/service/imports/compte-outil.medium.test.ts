import { createHash, createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { LectureFichier, Sort } from '#contract/lecture'
import type { Publications } from '#contract/publications'
import { thisYear } from '#figures/today'
import { chercherSuspects } from '../../support/a-verifier'
import { get, refresh } from '../../support/analyses'
import {
  compter,
  demanderImport,
  depose,
  importerOutil,
  repondre,
} from '../../support/fichiers-outil'
import { waitForImport } from '../../support/imports'
import { startService } from '../../support/service'
import { tamper } from '../../support/tamper'

const { app, database } = await startService()
const { db } = database

const ENTETE = 'Ref;Jour;Somme;Prénom;Nom;Courriel;CP;Ville;Tarif'

const lectureDe = (prefixe: string, more: Partial<LectureFichier> = {}): LectureFichier => ({
  ligne_entete: 1,
  colonnes: {
    order_date: 'Jour',
    firstname: 'Prénom',
    lastname: 'Nom',
    email: 'Courriel',
    zip: 'CP',
    city: 'Ville',
  },
  montant: { plus: ['Somme'], moins: [] },
  constantes: {},
  sorts: [],
  cle: { colonne: 'Ref' },
  identite: ['email_et_nom', 'nom_et_code_postal'],
  sans_identite: 'rejeter',
  fuseau: 'tel quel',
  jours: 'auto',
  prefixe,
  ...more,
})

interface Ligne {
  ref: string
  jour?: string
  somme?: string
  qui?: [prenom: string, nom: string]
  email?: string
  cp?: string
  ville?: string
  tarif?: string
}

const ecrire = (lignes: Ligne[]) =>
  [
    ENTETE,
    ...lignes.map(
      ({ ref, jour = '05/03/2025', somme = '10,00', qui = ['', ''], ...rest }) =>
        `${ref};${jour};${somme};${qui.join(';')};${rest.email ?? ''};${rest.cp ?? ''};${rest.ville ?? ''};${rest.tarif ?? ''}`,
    ),
  ].join('\n')

/** Stored gifts under a prefix: whose they are. */
async function contacts(prefixe: string): Promise<Record<string, string>> {
  const dons = await db
    .selectFrom('donations')
    .select(['id', 'contact_id'])
    .where('id', 'like', `${prefixe}-%`)
    .execute()
  return Object.fromEntries(dons.map(({ id, contact_id }) => [id, contact_id]))
}

const ficheDe = (contact_id: string | undefined) =>
  db
    .selectFrom('donateurs')
    .selectAll()
    .where('contact_id', '=', contact_id ?? '')
    .executeTakeFirst()

test('deux personnes que rien ne joint, puis une ligne qui joint leurs clés : la première façon l’emporte, la paire se dit', async () => {
  const lecture = lectureDe('AM')
  const qui: Ligne['qui'] = ['Anne', 'AMBIGU']
  await importerOutil(
    app,
    ecrire([
      { ref: '1', qui, email: 'anne@ambigu.org' },
      { ref: '2', qui, cp: '75001' },
    ]),
    lecture,
  )
  const { 'AM-1': parEmail, 'AM-2': parCodePostal } = await contacts('AM')
  expect(parEmail).not.toBe(parCodePostal)
  const { compte } = await importerOutil(
    app,
    ecrire([{ ref: '3', qui, email: ' ANNE@ambigu.org', cp: '75001' }]),
    lecture,
  )
  expect(compte.donateurs).toEqual({ nouveaux: 0, connus: 1, ambigus: 1, anonymes: 0 })
  expect((await contacts('AM'))['AM-3']).toBe(parEmail)
  const paires = await db
    .selectFrom('identites_ambigues')
    .select(['contact_id', 'autre_id'])
    .where('contact_id', 'like', 'AM-%')
    .execute()
  expect(paires).toHaveLength(1)
  expect(new Set(Object.values(paires[0] ?? {}))).toEqual(new Set([parEmail, parCodePostal]))
})

test('un e-mail de plusieurs noms et un nom de plusieurs e-mails se comptent avant l’import, et restent à part', async () => {
  const lignes: Ligne[] = [
    { ref: '1', qui: ['Jean', 'PETIT'], email: 'foyer@homonyme.org' },
    { ref: '2', qui: ['Luce', 'GRAND'], email: 'foyer@homonyme.org' },
    { ref: '3', qui: ['Zoé', 'NOIR'], email: 'z1@homonyme.org' },
    { ref: '4', qui: ['Zoe', 'Noir'], email: 'z2@homonyme.org' },
    { ref: '5', qui: ['Ida', 'SEUL'], email: 'ida@homonyme.org' },
  ]
  const { compte } = await importerOutil(app, ecrire(lignes), lectureDe('HO'))
  expect(compte.homonymes).toEqual({ email_a_plusieurs_noms: 1, nom_a_plusieurs_emails: 1 })
  expect(compte.donateurs).toMatchObject({ nouveaux: 5, ambigus: 0 })
  expect(new Set(Object.values(await contacts('HO'))).size).toBe(5)
})

test('une case d’e-mail qui a plus qu’une adresse est lue par la première, et le compte le dit', async () => {
  const lignes: Ligne[] = [
    { ref: '1', qui: ['Rose', 'ADRESSE'], email: '"Rose <rose@adresse.org>"' },
    { ref: '2', qui: ['Rose', 'ADRESSE'], email: 'mailto:ROSE@adresse.org' },
    { ref: '3', qui: ['Paul', 'ADRESSE'], email: '"paul@adresse.org, paul2@adresse.org"' },
    { ref: '4', qui: ['Paul', 'ADRESSE'], email: 'paul@adresse.org.' },
  ]
  const { compte } = await importerOutil(app, ecrire(lignes), lectureDe('AD'))
  expect(compte.avertissements.join()).toMatch(
    /1\u00a0ligne a plusieurs adresses|1 ligne a plusieurs adresses/,
  )
  const dons = await contacts('AD')
  expect([dons['AD-1'] === dons['AD-2'], dons['AD-3'] === dons['AD-4']]).toEqual([true, true])
  expect(await ficheDe(dons['AD-3'])).toMatchObject({
    email: expect.stringMatching(/^paul@adresse\.org$/),
  })
})

test('un jour n’est lu que dans l’ordre qui est dit, et l’ordre que prouvent les cellules est proposé', async () => {
  const americain = ecrire([
    { ref: '1', jour: '02/03/2025', email: 'a@jours.org', qui: ['Al', 'BO'] },
    { ref: '2', jour: '12/31/2025', email: 'a@jours.org', qui: ['Al', 'BO'] },
    { ref: '3', jour: '2025-01-31', email: 'a@jours.org', qui: ['Al', 'BO'] },
  ])
  const { fichier_id, colonnes } = await depose(app, americain)
  expect(colonnes.map(({ jours }) => jours)).toEqual([null, 'mja', ...Array(7).fill(null)])
  const lu = async (jours: LectureFichier['jours']) => {
    const { compte } = await compter(app, fichier_id, lectureDe('JO', { jours }))
    const rejets = compte.rejets_par_motif.map(
      ({ motif, lignes }) => `${lignes.join()}\u00a0: ${motif}`,
    )
    return [compte.dons.total, ...rejets]
  }
  const autrement = [
    2,
    '3\u00a0: Le jour et le mois de la date semblent écrits dans l’autre ordre\u00a0: vérifiez «\u00a0Écriture des jours\u00a0», car d’autres dates seraient alors lues à l’envers.',
  ]
  expect(await lu('mja')).toEqual([3])
  expect(await lu('auto')).toEqual(autrement)
  expect(await lu('jma')).toEqual(autrement)
  expect(await lu('amj')).toEqual([1, '2,3\u00a0: La date n’est pas lisible ou n’existe pas.'])
})

test('un point et trois chiffres sont des décimales, et le compte le dit', async () => {
  const sommes = ['1.234', '1.250 €', '-0.125', '1 234.50', '12.50', '1.234.567']
  const lignes: Ligne[] = sommes.map((somme, at) => ({
    ref: `${at}`,
    somme,
    email: 'a@points.org',
    qui: ['Al', 'BO'],
  }))
  const { fichier_id } = await depose(app, ecrire(lignes))
  const { compte } = await compter(app, fichier_id, lectureDe('PO'))
  expect(compte.rejets_par_motif).toMatchObject([
    { motif: 'Le montant est négatif.', nombre: 1, lignes: [4] },
  ])
  expect(compte.montants).toMatchObject({ dons: 1.23 + 1.25 + 1234.5 + 12.5 + 1_234_567 })
  expect(compte.avertissements).toContain(
    '3 montants s’écrivent avec un point et trois chiffres (1.234)\u00a0: lus comme des décimales (1,23\u00a0€).',
  )
})

test('qui n’a pas d’identité est rejeté avec sa raison, ou compte comme « Donateur anonyme », en un seul donateur', async () => {
  const contenu = ecrire([
    { ref: '1', qui: ['Ève', 'CONNUE'], email: 'eve@anonyme.org' },
    { ref: '2', somme: '5,00' },
    { ref: '3', somme: '7,50', ville: 'Lyon' },
  ])
  const { fichier_id } = await depose(app, contenu)
  const refuse = await compter(app, fichier_id, lectureDe('AN'))
  expect(refuse.compte.lignes).toMatchObject({ lues: 3, dons: 1, rejets: 2 })
  expect(refuse.compte.rejets_par_motif).toEqual([
    {
      motif:
        'Rien ne dit qui est le donateur\u00a0: les colonnes par lesquelles il se reconnaît sont vides.',
      nombre: 2,
      lignes: [3, 4],
      cases: [],
    },
  ])
  const lecture = lectureDe('AN', { sans_identite: 'anonyme' })
  const { compte } = await importerOutil(app, contenu, lecture)
  expect(compte.donateurs).toEqual({ nouveaux: 2, connus: 0, ambigus: 0, anonymes: 2 })
  expect(compte.dons).toMatchObject({ total: 3, montant: 22.5 })
  const { 'AN-1': connue, 'AN-2': anonyme, 'AN-3': autre } = await contacts('AN')
  expect([anonyme, autre]).toEqual(['AN-ANONYME', 'AN-ANONYME'])
  expect(connue).not.toBe(anonyme)
  expect(await ficheDe(anonyme)).toMatchObject({ lastname: 'Donateur anonyme', city: null })
  const again = await importerOutil(app, contenu, lecture)
  expect(again.status.resultat).toMatchObject({ inseres: 0, modifies: 0 })
})

test('une case vide n’efface rien d’une fiche, une case remplie la corrige', async () => {
  const lecture = lectureDe('FI')
  const qui: Ligne['qui'] = ['Paul', 'FICHE']
  const email = 'paul@fiche.org'
  await importerOutil(app, ecrire([{ ref: '1', qui, email, cp: '69001', ville: 'Lyon' }]), lecture)
  const { 'FI-1': contact } = await contacts('FI')
  await importerOutil(app, ecrire([{ ref: '2', qui, email, cp: '69003' }]), lecture)
  expect((await contacts('FI'))['FI-2']).toBe(contact)
  expect(await ficheDe(contact)).toMatchObject({
    firstname: 'Paul',
    email,
    zip: '69003',
    city: 'Lyon',
  })
})

test('la clé d’une identité est un HMAC-SHA-256 du secret de la base, jamais le hachage nu d’un e-mail', async () => {
  await importerOutil(
    app,
    ecrire([{ ref: '1', qui: ['Anne-Marie', 'de la CLÉ'], email: 'Am@Cle.org', cp: '1000' }]),
    lectureDe('CL'),
  )
  const { 'CL-1': contact = '' } = await contacts('CL')
  const { interne } = await db
    .selectFrom('secret_raisons')
    .select('interne')
    .executeTakeFirstOrThrow()
  const secret = Buffer.from(interne.map((octet) => octet ^ 0x36))
  const keyOf = (genre: string, ...parts: string[]) =>
    createHmac('sha256', secret)
      .update(`identite:${genre}:${parts.join('\x1e')}`)
      .digest('hex')
  const kept = await db
    .selectFrom('identites')
    .select('cle')
    .where('contact_id', '=', contact)
    .execute()
  const keys = kept.map(({ cle }) => cle.toString('hex'))
  expect(keys.toSorted()).toEqual(
    [
      keyOf('email_et_nom', 'am@cle.org', 'anne marie de la cle'),
      keyOf('nom_et_code_postal', 'anne marie de la cle', '01000'),
    ].toSorted(),
  )
  expect(keys).not.toContain(createHash('sha256').update('am@cle.org').digest('hex'))
})

test('les années passées qui changent et les arrêtés qui ne seront plus ceux d’aujourd’hui se nomment avant l’import', async () => {
  const lecture = lectureDe('AR')
  const donner = (ref: string, jour: string, somme = '10,00'): Ligne => ({
    ...{ ref, jour, somme, qui: ['Léa', 'ARRETE'], email: 'lea@arrete.org' },
  })
  await importerOutil(app, ecrire([donner('1', '05/03/2023')]), lecture)
  await refresh(app)
  await chercherSuspects(db)
  const [derniere] = (await get<Publications>(app, '/api/publications')).publications
  const arrete = await app.inject({
    method: 'POST',
    url: '/api/publications/arreter',
    payload: {
      nom: 'Comptes de 2023',
      par: 'La trésorière',
      publication: derniere?.numero,
      evenement_id: randomUUID(),
    },
  })
  expect(arrete.statusCode, arrete.body).toBe(201)
  const compteDe = async (lignes: Ligne[]) =>
    (await compter(app, (await depose(app, ecrire(lignes))).fichier_id, lecture)).compte
  // A new gift of a year that is over, and a stored one that moves from 2023 to 2024.
  expect(await compteDe([donner('2', '31/12/2022')])).toMatchObject({
    annees_changees: [2022],
    arretes: ['Comptes de 2023'],
  })
  expect(await compteDe([donner('1', '05/03/2024')])).toMatchObject({
    annees_changees: [2023, 2024],
    arretes: ['Comptes de 2023'],
  })
  // The same gift changes nothing; one of the running year changes no year that is over.
  for (const lignes of [
    [donner('1', '05/03/2023')],
    [donner('1', '05/03/2023'), donner('3', `01/01/${thisYear()}`)],
  ])
    expect(await compteDe(lignes)).toMatchObject({ annees_changees: [], arretes: [] })
  // Named since, of figures that were published while 2022 went on: it was not over in them.
  await tamper(
    db,
    sql`update publications set publie_le = '2022-12-30' where numero = ${derniere?.numero}`,
    'publications',
  )
  expect(await compteDe([donner('2', '31/12/2022')])).toMatchObject({
    annees_changees: [2022],
    arretes: [],
  })
})

test('les mêmes dons sous un autre préfixe : le compte avertit qu’ils compteraient deux fois', async () => {
  const lignes = Array.from({ length: 150 }, (_, at): Ligne => ({
    ref: `${at}`,
    jour: `${String(1 + (at % 28)).padStart(2, '0')}/0${1 + (at % 9)}/2024`,
    qui: ['Max', 'DOUBLE'],
    email: 'max@double.org',
    somme: `${at + 1},00`,
  }))
  const contenu = ecrire(lignes)
  const first = await importerOutil(app, contenu, lectureDe('DA'))
  const warned = 'chacun de ces dons compterait deux fois'
  expect(first.compte.avertissements.join(' ')).not.toContain(warned)
  const { fichier_id } = await depose(app, contenu)
  const { compte } = await compter(app, fichier_id, lectureDe('DB'))
  expect(compte.avertissements.join(' ')).toContain(warned)
})

test('chaque choix de clé dit ce qu’il donne : une commande d’un jour, ou une ligne un don', async () => {
  const qui: Ligne['qui'] = ['Guy', 'COMMANDE']
  const contenu = ecrire(
    ['9', '9', '9', '8'].map((ref) => ({ ref, qui, email: 'guy@commande.org', somme: '2,50' })),
  )
  const { fichier_id } = await depose(app, contenu)
  const lecture = lectureDe('CM')
  const commande = { ...lecture, cle: 'commande_et_jour' as const }
  const { compte } = await compter(app, fichier_id, {
    ...commande,
    colonnes: { ...lecture.colonnes, order_id: 'Ref' },
  })
  expect(compte.dons).toMatchObject({ total: 2, montant: 10 })
  expect(compte.lignes).toMatchObject({ lues: 4, dons: 2, additionnees: 2 })
  expect(compte.sans_addition).toEqual({ dons: 4, montant: 10 })
  const refused = await repondre(app, fichier_id, lecture)
  expect([refused.statusCode, refused.json().champ]).toEqual([422, 'cle'])
  expect(refused.json().detail).toContain('«\u00a09\u00a0» aux lignes 2, 3, 4')
})

test('tout dialecte que lisent les autres onglets donne le même compte', async () => {
  const contenu = ecrire([
    { ref: '1', qui: ['Zoé', 'ÉLAN'], email: 'zoe@elan.org', somme: '1 234,50', ville: 'Sète' },
    { ref: '2', qui: ['Anaïs', 'O’NEIL'], email: 'ana@elan.org' },
  ])
  const quoted = contenu
    .split('\n')
    .map((ligne) =>
      ligne
        .split(';')
        .map((cell) => `"${cell}"`)
        .join(','),
    )
    .join('\r\n')
  const latin = Buffer.from(
    Array.from(contenu, (sign) => (sign === '’' ? 0x92 : sign.charCodeAt(0))),
  )
  const tabs = contenu.replaceAll(';', '\t').replaceAll('\n', '\r')
  const files = [
    Buffer.from(contenu),
    Buffer.from(`\ufeff${quoted}`),
    latin,
    Buffer.from(`\ufeff${tabs}`, 'utf16le'),
    Buffer.from(`sep=;\n${contenu}`),
  ]
  const comptes = []
  for (const [at, bytes] of files.entries()) {
    const { fichier_id, ligne_entete } = await depose(app, bytes)
    expect(ligne_entete).toBe(at === 4 ? 2 : 1)
    const { compte, apercu } = await compter(app, fichier_id, lectureDe('DI', { ligne_entete }))
    expect(apercu.map(({ lu }) => [lu['lastname'], lu['city']])).toEqual([
      ['ÉLAN', 'Sète'],
      ['O’NEIL', undefined],
    ])
    comptes.push(compte)
  }
  expect(comptes[0]).toMatchObject({ lignes: { lues: 2, dons: 2 }, dons: { montant: 1244.5 } })
  for (const compte of comptes) expect(compte).toEqual(comptes[0])
})

test('un modèle gardé bloque l’an prochain sur une valeur nouvelle, dit les colonnes neuves et absentes, et se choisit entre deux', async () => {
  const lecture = lectureDe('AP', {
    sorts: [{ colonne: 'Tarif', valeurs: { Don: 'compte' } }],
  })
  const keep = async (nom: string, kept: object) =>
    app.inject({ method: 'POST', url: '/api/fichiers/modeles', payload: { nom, lecture: kept } })
  const caisse = (await keep('Caisse du printemps', lecture)).json<{ id: string }>()
  const ligne: Ligne = { ref: '1', qui: ['Ana', 'PRINTEMPS'], email: 'ana@printemps.org' }
  const [entete = '', don = '', billet = ''] = ecrire([
    { ...ligne, tarif: 'Don' },
    { ...ligne, ref: '2', tarif: 'Billet' },
  ]).split('\n')
  // Next year's export: one column more, and one that is not needed less.
  const sansVille = (text: string) => text.split(';').toSpliced(7, 1).join(';')
  const nouvel = [`${sansVille(entete)};Notes`, `${sansVille(don)};a`, `${sansVille(billet)};b`]
  const file = await depose(app, nouvel.join('\n'))
  expect(file.modeles).toMatchObject([
    { id: caisse.id, etat: 'reconnu', absentes: ['Ville'], nouvelles: ['Notes'], manquantes: [] },
  ])
  if (!file.lecture) throw new Error('no reading')
  const { compte, empreinte } = await compter(app, file.fichier_id, file.lecture)
  expect(compte.bloque).toMatchObject([{ colonne: 'Tarif', valeur: 'Billet', lignes: 1 }])
  const blocked = await demanderImport(app, file.fichier_id, { lecture: file.lecture, empreinte })
  expect(blocked.statusCode).toBe(422)

  // A needed column is missing: the rest is kept, and its page is shown.
  const sansJour = nouvel.map((text) => text.split(';').toSpliced(1, 1).join(';')).join('\n')
  expect((await depose(app, sansJour)).modeles).toMatchObject([
    { id: caisse.id, etat: 'propose', manquantes: ['Jour'] },
  ])

  // Two fit: neither is taken before somebody says which.
  const autre = (await keep('Caisse d’automne', { ...lecture, prefixe: 'AU' })).json<{
    id: string
  }>()
  const deux = await depose(app, nouvel.join('\n'))
  expect(deux.modeles.map(({ id, etat }) => [id, etat])).toEqual([
    [autre.id, 'reconnu'],
    [caisse.id, 'reconnu'],
  ])
  expect(deux.lecture?.prefixe).not.toMatch(/^(?:AP|AU)$/)
  const said = await app.inject(`/api/fichiers/${deux.fichier_id}?modele=${caisse.id}`)
  expect(said.json<typeof deux>().lecture?.prefixe).toBe('AP')

  // What no page wrote is no model.
  for (const wrong of [
    {},
    { ...lecture, inconnu: 1 },
    { ...lecture, colonnes: { lastname: { lastname: 'Nom' } } },
    { ...lecture, colonnes: { grade: 'Nom' } },
    { ...lecture, montant: { plus: [], moins: [] } },
    { ...lecture, cle: { colonne: 0 } },
    { ...lecture, prefixe: 'AP; drop' },
    { ...lecture, sorts: [{ colonne: 'Tarif', valeurs: { Don: 'supprime' } }] },
  ]) {
    const answer = await keep('À la main', wrong)
    expect(answer.statusCode, JSON.stringify(wrong)).toBe(422)
    expect(answer.json().detail).toMatch(/[.]$/)
  }
})

test('une ligne qui ne compte plus met à 0 le don qu’elle était, et le résultat dit combien', async () => {
  const sorts: LectureFichier['sorts'] = [
    { colonne: 'Tarif', valeurs: { Payé: 'compte', Refusé: 'ne_compte_pas' } },
  ]
  const lecture = lectureDe('ZE', { sorts })
  const ligne: Ligne = { ref: '1', qui: ['Ugo', 'ZERO'], email: 'ugo@zero.org', somme: '80,00' }
  await importerOutil(app, ecrire([{ ...ligne, tarif: 'Payé' }]), lecture)
  const { fichier_id } = await depose(app, ecrire([{ ...ligne, tarif: 'Refusé' }]))
  const { compte, empreinte } = await compter(app, fichier_id, lecture)
  expect(compte.lignes).toMatchObject({ lues: 1, dons: 0, ecartees: 1 })
  expect(compte.dons).toMatchObject({ total: 0, modifies: 1, mis_a_zero: 1 })
  await demanderImport(app, fichier_id, { lecture, empreinte })
  expect(await waitForImport(app, fichier_id)).toMatchObject({ outil: { mis_a_zero: 1 } })
  const { order_amount } = await db
    .selectFrom('donations')
    .select('order_amount')
    .where('id', '=', 'ZE-1')
    .executeTakeFirstOrThrow()
  expect(order_amount).toBe(0)
})

test('d’un don refusé après un remboursement partiel, plus rien ne se rend', async () => {
  const valeurs = { Don: 'compte', Refus: 'ne_compte_pas', Rendu: 'rembourse' } as const
  const lecture = lectureDe('RF', { sorts: [{ colonne: 'Tarif', valeurs }] })
  const don = (tarif: string, somme: string): Ligne => ({
    ref: '1',
    somme,
    tarif,
    email: 'rendu@ici.org',
    qui: ['Al', 'BO'],
  })
  const montant = async (...lignes: Ligne[]) => {
    await importerOutil(app, ecrire(lignes), lecture)
    const { order_amount } = await db
      .selectFrom('donations')
      .select('order_amount')
      .where('id', '=', 'RF-1')
      .executeTakeFirstOrThrow()
    return order_amount
  }
  expect(await montant(don('Don', '50,00'), don('Rendu', '10,00'))).toBe(40)
  expect(await montant(don('Refus', '50,00'))).toBe(0)
  expect(await montant(don('Rendu', '5,00'))).toBe(0)
})

test('des remboursements sans numéro à eux se distinguent par le don, le jour, le montant et leur rang', async () => {
  const { fichier_id } = await depose(
    app,
    [
      'Ref;Jour;Somme;Courriel;Statut;Rend',
      ...['1;01/02/2025;50,00;un@ici.org;Payé;', '2;01/02/2025;80,00;deux@ici.org;Payé;'],
      // Each of the gift that its reference names.
      ...[';02/02/2025;-5,00;;Rendu;1', ';02/02/2025;-8,00;;Rendu;2'],
      // By the number of the gift itself, two of them equal.
      ...['1;03/02/2025;-4,00;;Rendu;', '1;03/02/2025;-4,00;;Rendu;', '1;03/02/2025;-2,00;;Rendu;'],
    ].join('\r\n'),
  )
  const lecture = lectureDe('RN', {
    colonnes: { order_date: 'Jour', client: 'Courriel' },
    sorts: [{ colonne: 'Statut', valeurs: { Payé: 'compte', Rendu: 'rembourse' } }],
    reference_remboursement: 'Rend',
    identite: ['client'],
  })
  const { compte, empreinte } = await compter(app, fichier_id, lecture)
  expect(compte.lignes).toMatchObject({ dons: 2, remboursements: 5, rejets: 0 })
  await demanderImport(app, fichier_id, { lecture, empreinte })
  await waitForImport(app, fichier_id)
  const dons = await db
    .selectFrom('donations')
    .select(['id', 'order_amount'])
    .where('id', 'in', ['RN-1', 'RN-2'])
    .orderBy('id')
    .execute()
  expect(dons).toEqual([
    { id: 'RN-1', order_amount: 50 - 5 - 4 - 4 - 2 },
    { id: 'RN-2', order_amount: 80 - 8 },
  ])
})

test('le même numéro de client est, dans deux outils, celui de deux personnes', async () => {
  const lignes: Ligne[] = [{ ref: '1', email: '42' }]
  for (const prefixe of ['CA', 'CB'])
    await importerOutil(
      app,
      ecrire(lignes),
      lectureDe(prefixe, {
        colonnes: { order_date: 'Jour', client: 'Courriel' },
        identite: ['client'],
      }),
    )
  const { 'CA-1': un } = await contacts('CA')
  const { 'CB-1': autre } = await contacts('CB')
  expect([un, autre]).toEqual([expect.stringMatching(/^CA-/), expect.stringMatching(/^CB-/)])
})

test('une ligne se compte comme elle est décidée : personne, un don, aucun, un rejet, un remboursement', async () => {
  const { fichier_id } = await depose(
    app,
    'Commande;Date;Statut;Nom;Email;Montant\r\n' +
      '1;01/02/2025;Payé;Un;un@ici.org;10,00\r\n' +
      '2;01/02/2025;En attente;Deux;deux@ici.org;20,00\r\n' +
      '3;01/02/2025;Retrait;Trois;;-5,00\r\n',
  )
  const compterDe = async (valeurs: Record<string, Sort>) => {
    const { compte } = await compter(app, fichier_id, {
      ...lectureDe('RELU'),
      colonnes: { order_id: 'Commande', order_date: 'Date', lastname: 'Nom', email: 'Email' },
      montant: { plus: ['Montant'], moins: [] },
      cle: 'commande_et_jour',
      identite: ['email_et_nom'],
      sorts: [{ colonne: 'Statut', valeurs }],
    })
    return [compte.lignes, compte.a_decider, compte.rejets_par_motif.length]
  }
  const rest = { lues: 3, additionnees: 0, remboursements: 0 }
  const paye = { Payé: 'compte' } as const
  expect(await compterDe({})).toEqual([{ ...rest, dons: 0, ecartees: 0, rejets: 3 }, 3, 0])
  expect(await compterDe(paye)).toEqual([{ ...rest, dons: 1, ecartees: 0, rejets: 2 }, 2, 0])
  const decided = { ...paye, 'En attente': 'ne_compte_pas' } as const
  expect(await compterDe(decided)).toEqual([{ ...rest, dons: 1, ecartees: 1, rejets: 1 }, 1, 0])
  expect(await compterDe({ ...decided, Retrait: 'compte' })).toEqual([
    { ...rest, dons: 1, ecartees: 1, rejets: 1 },
    0,
    1,
  ])
  expect(await compterDe({ ...decided, Retrait: 'ne_compte_pas' })).toEqual([
    { ...rest, dons: 1, ecartees: 2, rejets: 0 },
    0,
    0,
  ])
  expect(await compterDe({ ...decided, 'En attente': 'rembourse' })).toEqual([
    { ...rest, dons: 1, ecartees: 0, rejets: 2 },
    1,
    1,
  ])
})
