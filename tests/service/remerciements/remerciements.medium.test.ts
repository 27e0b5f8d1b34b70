import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Fiche } from '#contract/fiches'
import type { Liste } from '#contract/listes'
import type { Remerciements } from '#contract/remerciements'
import { anonymiseDonateur, exportDonateur } from '../../../service/donateurs/rgpd/donateur'
import { get, refresh } from '../../support/analyses'
import { don, insertDons } from '../../support/dons'
import { importFile } from '../../support/imports'
import { startService, testOnOneServer } from '../../support/service'
import { tamper } from '../../support/tamper'
import { empty } from '../../support/vider'

const { app, database } = await startService()
const { db } = database

beforeEach(async () => {
  await tamper(db, sql`delete from remerciements`, 'remerciements')
  await tamper(db, sql`delete from evenements_exclusion`)
  await empty(db, 'donations', 'donateurs', 'donateurs_exclus', 'groupes_contacts')
  await empty(db, 'donateurs_anonymises', 'journal_exports')
  await insertDons(db, [
    don({ contact_id: 'A', order_date: '2024-03-01', order_amount: 500 }),
    don({ contact_id: 'A', order_date: '2023-03-01', order_amount: 20 }),
    don({ contact_id: 'B', order_date: '2024-06-01', order_amount: 80 }),
    don({ contact_id: 'C', order_date: '2022-01-01', order_amount: 900 }),
    don({ contact_id: 'Z', order_date: '2024-06-15', order_amount: 0 }),
  ])
  await importFile(
    app,
    'donateurs',
    'contact_id;prenom;nom;email;telephone\nA;Anne;Un;a@asso.fr;0611223344\nB;Bruno;Deux;b@asso.fr;\nC;Chloé;Trois;;0611223355\n',
  )
  await refresh(app)
})

async function post(url: string, payload: object) {
  const answer = await app.inject({ method: 'POST', url, payload })
  return {
    status: answer.statusCode,
    ...answer.json<{ message: string; detail: string; champ: string; ecrits: number }>(),
  }
}

const remercier = (contacts: string[], more: object = {}) =>
  post('/api/donateurs/remerciements', { contacts, jour: '2024-06-10', nom: 'Zoé', ...more })
const reprendre = (numero: number, more: object = {}) =>
  post('/api/donateurs/reprendre-remerciement', { numero, nom: 'Luc', ...more })
const lire = (query = '') => get<Remerciements>(app, `/api/donateurs/remerciements${query}`)
const liste = (query: string) => get<Liste>(app, `/api/donateurs/liste?ensemble=tous&${query}`)
const donateurs = async (query: string) =>
  (await liste(query)).donateurs.map(({ contact_id }) => contact_id).sort()
const fiche = (contact: string) => get<Fiche>(app, `/api/donateurs/fiche/${contact}`)

describe('Un remerciement', () => {
  test('se note une fois par jour, vaut jusqu’au don qui le suit, et se reprend par un acte', async () => {
    expect(await remercier(['A', 'B', 'A'])).toMatchObject({
      status: 201,
      ecrits: 2,
      message: '2\u00A0donateurs sont notés comme remerciés.',
    })
    expect((await remercier(['A', 'C'], { jour: '2024-06-10' })).message).toBe(
      '1\u00A0donateur est noté comme remercié. 1\u00A0l’était déjà de ce jour.',
    )
    expect(await donateurs('remercie=oui')).toEqual(['A', 'B', 'C'])
    expect(await donateurs('remercie=non')).toEqual(['Z'])
    const [first] = (await liste('remercie=oui&tri=cumul')).donateurs
    expect(first).toMatchObject({
      contact_id: 'C',
      remercie_le: '2024-06-10',
      remercie_par: 'Zoé, nom saisi',
    })

    await insertDons(db, [don({ contact_id: 'B', order_date: '2024-06-12', order_amount: 10 })])
    await refresh(app)
    expect(await donateurs('remercie=non')).toEqual(['B', 'Z'])
    expect((await liste('remercie=non&tri=cumul')).donateurs[0]).toMatchObject({
      contact_id: 'B',
      remercie_le: '2024-06-10',
    })

    const [acte] = (await fiche('A')).remerciements
    expect(acte).toMatchObject({ jour: '2024-06-10', par: 'Zoé, nom saisi', vaut: true })
    const numero = acte?.numero ?? 0
    expect(await reprendre(numero, { nom: undefined })).toMatchObject({ status: 422, champ: 'nom' })
    expect(await reprendre(numero)).toMatchObject({ status: 201 })
    expect(await reprendre(numero)).toMatchObject({ status: 409 })
    expect(await reprendre(999_999)).toMatchObject({ status: 404 })
    expect((await fiche('A')).remerciements).toEqual([])
    expect(await donateurs('remercie=non')).toEqual(['A', 'B', 'Z'])
    expect((await lire()).actes.map(({ contact_id, nom }) => [contact_id, nom])).toEqual([
      ['C', 'Chloé Trois'],
      ['B', 'Bruno Deux'],
    ])
    const { actes, pagination } = await lire('?etat=actes')
    expect(pagination.total_items).toBe(4)
    expect(actes[0]).toMatchObject({ reprend: numero, jour: null, par: 'Luc, nom saisi' })
    // Who was taken back is noted again, and that holds.
    expect(await remercier(['A'])).toMatchObject({ ecrits: 1 })
    expect(await donateurs('remercie=non')).toEqual(['B', 'Z'])
  })

  test('d’un ancien jour ne cache pas un plus récent', async () => {
    await remercier(['A'], { jour: '2024-06-10' })
    await remercier(['A'], { jour: '2023-04-01' })
    expect(await donateurs('remercie=oui')).toEqual(['A'])
    expect((await fiche('A')).remerciements.length).toBe(2)
  })

  testOnOneServer('suit la personne quand ses contacts se réunissent, et se séparent', async () => {
    await insertDons(db, [don({ contact_id: 'A', order_date: '2024-06-05', order_amount: 5 })])
    await refresh(app)
    await remercier(['B'])
    const groupes = [{ principal: 'A', contacts: ['B'] }]
    const fusion = await post('/api/donateurs/fusionner', { groupes, raison: 'Même adresse' })
    expect(fusion.status, JSON.stringify(fusion)).toBe(200)
    expect(await donateurs('remercie=oui')).toEqual(['A'])
    // Under either number it is one person, by the name of their card: of cells of one day that of who gave last.
    expect((await lire()).actes.map(({ nom }) => nom)).toEqual(['Anne Un'])
    expect((await fiche('A')).remerciements.map(({ contact_id }) => contact_id)).toEqual(['B'])
    await post('/api/donateurs/separer', { contact_id: 'B', raison: 'Deux frères' })
    expect(await donateurs('remercie=oui')).toEqual(['B'])
  })

  test('s’efface avec la personne, et ce que l’on sait d’elle le dit jusque-là', async () => {
    await remercier(['A', 'B'])
    await reprendre((await fiche('A')).remerciements[0]?.numero ?? 0)
    const client = await database.pool.connect()
    try {
      expect((await exportDonateur(client, 'A')).remerciements).toMatchObject([
        { par: 'Zoé, nom saisi' },
        { par: 'Luc, nom saisi' },
      ])
      await anonymiseDonateur(client, 'A')
      expect((await exportDonateur(client, 'A')).remerciements).toEqual([])
    } finally {
      client.release()
    }
    expect((await lire('?etat=actes')).actes.map(({ contact_id }) => contact_id)).toEqual(['B'])
    expect(await remercier(['A'])).toMatchObject({ status: 404, champ: 'contacts' })
  })

  test.each([
    [[], {}, 422, 'contacts'],
    [['A'], { nom: undefined }, 422, 'nom'],
    [['A'], { jour: '2999-01-01' }, 422, 'jour'],
    [['A'], { jour: '' }, 422, 'jour'],
    [['A', 'PERSONNE'], {}, 404, 'contacts'],
  ])('refuse %j %o', async (contacts, more, status, champ) => {
    const refused = await remercier(contacts, more)
    expect([refused.status, refused.champ]).toEqual([status, champ])
    expect((await lire('?etat=actes')).actes).toEqual([])
  })

  test('a son fichier, que le journal des exports note', async () => {
    await remercier(['A'])
    const file = await app.inject('/api/donateurs/remerciements.csv')
    const [head, line] = file.body.split('\r\n')
    expect(head).toBe(
      '\uFEFFDonateur;Contact;Remercié le;Par;Noté le (Paris);Numéro;Reprend l’acte;Vaut',
    )
    expect(line).toMatch(/^Anne Un;A;10\/06\/2024;Zoé, nom saisi;/)
    const { rows } = await sql`select fichier from journal_exports`.execute(db)
    expect(rows).toEqual([{ fichier: 'remerciements' }])
  })
})

describe('Tous les donateurs', () => {
  test('disent leur dernier don et l’année en cours', async () => {
    const { donateurs: rows } = await liste('tri=contact')
    expect(
      rows.map(({ contact_id, dernier_don, dernier_montant, montant_courant, cumul }) => [
        ...[contact_id, dernier_don, dernier_montant],
        ...[montant_courant, cumul],
      ]),
    ).toEqual([
      ['A', '2024-03-01', 500, 500, 520],
      ['B', '2024-06-01', 80, 80, 80],
      ['C', '2022-01-01', 900, 0, 900],
      ['Z', null, null, 0, 0],
    ])
    const [deLAnnee] = (await get<Liste>(app, '/api/donateurs/liste?ensemble=actifs&annee=2023'))
      .donateurs
    expect(deLAnnee?.montant_courant).toBeNull()
  })

  test.each([
    ['dernier_min=500', ['A', 'C']],
    ['dernier_min=100&dernier_depuis=2024-01-01', ['A']],
    ['dernier_depuis=2024-03-02', ['B']],
    ['avec_telephone=1', ['A', 'C']],
    ['avec_telephone=1&avec_email=1', ['A']],
  ])('se restreignent à %s', async (query, expected) => {
    expect(await donateurs(query)).toEqual(expected)
    const selection = await app.inject({
      method: 'POST',
      url: `/api/donateurs/selection?ensemble=tous&${query}`,
      payload: {},
    })
    expect(selection.json<{ liste: number }>().liste).toBe(expected.length)
  })

  test('le dernier don ne restreint que la liste de tous', async () => {
    const refused = await app.inject(
      '/api/donateurs/liste?ensemble=actifs&annee=2024&dernier_min=5',
    )
    expect([refused.statusCode, refused.json<{ champ: string }>().champ]).toEqual([
      422,
      'dernier_min',
    ])
  })
})
