import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Fiche } from '#contract/fiches'
import type { Selection } from '#contract/selections'
import { listDemandes } from '../../../service/donateurs/rgpd/demandes'
import { get, refresh } from '../../support/analyses'
import { lancerCommande } from '../../support/commande'
import { don, insertDons } from '../../support/dons'
import { importFile } from '../../support/imports'
import { startService, testOnOneServer } from '../../support/service'
import { tamper } from '../../support/tamper'
import { empty } from '../../support/vider'

const { app, database } = await startService()
const aLEcran = await startService({ RGPD_ECRAN: '1' })

beforeEach(async () => {
  for (const { db } of [database, aLEcran.database]) {
    await tamper(db, sql`delete from oppositions_actes`, 'oppositions_actes')
    await tamper(db, sql`delete from evenements_exclusion`)
    await empty(db, 'donations', 'donateurs', 'donateurs_exclus', 'groupes_contacts')
    await empty(db, 'donateurs_anonymises', 'oppositions_adresses', 'journal_exports')
    const dons = ['A', 'B', 'C'].map((contact_id) => don({ contact_id, order_date: '2024-03-01' }))
    await insertDons(db, dons)
  }
  for (const one of [app, aLEcran.app]) {
    await importFile(
      one,
      'donateurs',
      'contact_id;prenom;nom;email\nA;Anne;Un;a@asso.fr\nB;Bruno;Deux;b@asso.fr\nC;Chloé;Trois;c@asso.fr\n',
    )
    await refresh(one)
  }
})

type App = typeof app

async function post(one: App, url: string, payload: object) {
  const answer = await one.inject({ method: 'POST', url, payload })
  return {
    status: answer.statusCode,
    ...answer.json<{ message: string; detail: string; champ: string }>(),
  }
}

const demander = (one: App, contact_id: string, more: object = {}) =>
  post(one, '/api/donateurs/demander-effacement', {
    ...{ contact_id, raison: 'Sa lettre du 3 mai', nom: 'Anne Martin' },
    ...more,
  })
const effacer = (one: App, contact_id: string, nom?: string) =>
  post(one, '/api/donateurs/effacer', { contact_id, nom })
const fiche = (one: App, contact: string) => get<Fiche>(one, `/api/donateurs/fiche/${contact}`)
const selection = async (one: App) =>
  (await post(one, '/api/donateurs/selection?ensemble=tous', {})) as unknown as Selection

testOnOneServer(
  'une demande retire aussitôt la personne de toute sélection, de tous ses numéros',
  async () => {
    await post(app, '/api/donateurs/fusionner', {
      groupes: [{ principal: 'A', contacts: ['B'] }],
      raison: 'Même adresse',
    })
    expect((await selection(app)).lignes).toBe(2)
    expect(await demander(app, 'B', { nom: undefined })).toMatchObject({
      status: 422,
      champ: 'nom',
    })
    expect(await demander(app, 'B', { raison: '' })).toMatchObject({ status: 422, champ: 'raison' })
    expect(await demander(app, 'B')).toMatchObject({ status: 201 })
    expect((await demander(app, 'B')).message).toBe('L’effacement était déjà demandé.')
    expect((await selection(app)).lignes).toBe(1)
    expect((await fiche(app, 'A')).oppositions).toMatchObject([
      { nature: 'effacement', contact_id: 'B', par: 'Anne Martin, nom saisi', vaut: true },
    ])
    // It is one act as the others: lifted, the person may be written to again.
    const [acte] = (await fiche(app, 'A')).oppositions
    const levee = { numero: acte?.numero, raison: 'S’est ravisée', nom: 'Luc' }
    expect(await post(app, '/api/donateurs/lever-opposition', levee)).toMatchObject({ status: 201 })
    expect((await selection(app)).lignes).toBe(2)
  },
)

test('sans le réglage, l’écran n’efface pas, et la liste des oppositions ne demande aucun effacement', async () => {
  await demander(app, 'A')
  const refused = await effacer(app, 'A', 'Luc')
  expect([refused.status, refused.detail]).toEqual([
    409,
    'Ici, l’effacement se fait par la commande «\u00A0npm run rgpd -- --demandes\u00A0».',
  ])
  const liste = { texte: 'B', nature: 'effacement', jour: '2024-05-01', raison: 'x', nom: 'Luc' }
  expect(await post(app, '/api/donateurs/oppositions', liste)).toMatchObject({
    status: 422,
    champ: 'nature',
  })
})

test('avec le réglage, une deuxième personne efface, et son nom est gardé', async () => {
  const one = aLEcran.app
  expect(await effacer(one, 'A', 'Luc')).toMatchObject({ status: 409 })
  await demander(one, 'A')
  expect(await effacer(one, 'A')).toMatchObject({ status: 422, champ: 'nom' })
  for (const same of ['Anne Martin', ' anne  MARTIN', 'Anne-Martin', 'Anné Martin'])
    expect(await effacer(one, 'A', same), same).toMatchObject({ status: 422, champ: 'nom' })
  expect((await fiche(one, 'A')).identite.lastname).toBe('Un')
  expect(await effacer(one, 'A', 'Luc Petit')).toMatchObject({ status: 201 })
  expect(await fiche(one, 'A')).toMatchObject({
    identite: { lastname: null, email: null },
    carriere: { nombre_dons: 1 },
  })
  const { rows } = await sql`select contact_id, par from donateurs_anonymises`.execute(
    aLEcran.database.db,
  )
  expect(rows).toEqual([{ contact_id: 'A', par: 'Luc Petit, nom saisi' }])
  expect((await selection(one)).lignes).toBe(2)
  expect(await effacer(one, 'A', 'Luc Petit')).toMatchObject({ status: 409 })
})

testOnOneServer('la commande exécute ce qui est demandé, et rien d’autre', async () => {
  await post(app, '/api/donateurs/fusionner', {
    groupes: [{ principal: 'A', contacts: ['B'] }],
    raison: 'Même adresse',
  })
  await demander(app, 'A')
  const lancer = (owner = database.url) =>
    lancerCommande('rgpd', ['--demandes'], {
      DATABASE_URL: database.serviceUrl,
      DATABASE_OWNER_URL: owner,
    })
  const { code, out } = await lancer()
  expect([code, out]).toEqual([0, expect.stringContaining('Demandes exécutées : 1')])
  // Where nobody waits there is no contact to speak of.
  const again = await lancer()
  expect([again.code, again.out]).toEqual([
    0,
    expect.stringContaining('Aucun effacement n’est demandé.'),
  ])
  expect(again.out).not.toContain('ce contact')
  const alone = await lancer('')
  expect([alone.code, alone.err]).toEqual([3, expect.stringContaining('n’ont pas été réécrits')])
  expect((await fiche(app, 'A')).anonymise_le).not.toBeNull()
  expect((await fiche(app, 'B')).anonymise_le).not.toBeNull()
  expect((await fiche(app, 'C')).identite.lastname).toBe('Trois')
  const client = await database.pool.connect()
  try {
    expect(await listDemandes(client)).toEqual([])
  } finally {
    client.release()
  }
})

test('ce que l’on sait d’une personne se lit, et le journal des exports le note', async () => {
  await demander(app, 'A')
  const answer = await app.inject('/api/donateurs/donnees.json?contact_id=A')
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.json()).toMatchObject({
    contact_id: 'A',
    donateur: { lastname: 'Un' },
    donations: [{ order_amount: 50 }],
    oppositions: [{ nature: 'effacement' }],
  })
  const unknown = await app.inject('/api/donateurs/donnees.json?contact_id=PERSONNE')
  expect(unknown.statusCode).toBe(404)
  const { rows } = await sql`
    select fichier, parametres, lignes, sha256 is not null as entier from journal_exports`.execute(
    database.db,
  )
  expect(rows).toEqual([
    { fichier: 'donnees', parametres: { contact_id: 'oui' }, lignes: 1, entier: true },
  ])
})
