import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Fiche } from '../../../service/contract/fiches'
import { anonymiseDonateur } from '../../../service/donateurs/rgpd/donateur'
import { createRandom } from '../../../service/programs/demo/random'
import { get } from '../../support/analyses'
import { type Don, don, insertDons } from '../../support/dons'
import { exclude, reinstate } from '../../support/exclusion'
import { tirages } from '../../support/hasard'
import { HOSTILE } from '../../support/hostile'
import { publier } from '../../support/publier'
import { startService } from '../../support/service'
import { empty } from '../../support/vider'

const { app, database } = await startService()
const { db } = database

beforeEach(async () => {
  await empty(db, 'donations', 'donateurs', 'donateurs_exclus', 'donateurs_anonymises')
})

const lire = (contact: string, suite = '') =>
  get<Fiche>(app, `/api/donateurs/fiche/${encodeURIComponent(contact)}${suite}`)
const atteindre = () => publier(db)

const ZOE = {
  firstname: 'Zoé',
  lastname: 'Péan',
  civility: 'Mme',
  zip: '01000',
  city: 'Bourg',
  email: 'z@courriel.example',
  phone: '0600000001',
  birthdate: '1950-02-01',
  is_company: false,
}

describe('La fiche d’un donateur', () => {
  test('dit qui c’est, ce qu’il a donné, année par année, et où il en est', async () => {
    await db
      .insertInto('donateurs')
      .values({ contact_id: 'A', ...ZOE })
      .execute()
    await insertDons(db, [
      don({ contact_id: 'A', id: '1', order_amount: 30.1, order_date: '2022-11-03' }),
      don({
        contact_id: 'A',
        id: '2',
        order_amount: 70,
        order_date: '2022-11-03',
        product_code: 'P',
      }),
      don({ contact_id: 'A', id: '10', order_amount: 0, order_date: '2023-05-01' }),
      don({ contact_id: 'A', id: '3', order_amount: 20.05, order_date: '2020-02-29' }),
      don({ contact_id: 'B', id: '4', order_amount: 1, order_date: '2023-11-02' }),
    ])
    await atteindre()
    const { identite, donations, ...fiche } = await lire('A')
    expect(identite).toEqual(ZOE)
    expect(fiche).toEqual({
      contact_id: 'A',
      a_une_fiche: true,
      anonymise_le: null,
      exclu: false,
      oppositions: [],
      remerciements: [],
      personne: null,
      plusieurs_cles: [],
      horizon: '2023-11-02',
      statut: 'dormant',
      raison: 'dormant\u00A0: dernier don le 03/11/2022',
      carriere: {
        nombre_dons: 3,
        dons_nuls: 1,
        cumul: 120.15,
        cumul_12_mois: 100.1,
        don_moyen: 40.05,
        plus_grand_don: 70,
        premier_don: '2020-02-29',
        dernier_don: '2022-11-03',
        dernier_montant: 70,
        annees_de_don: 2,
      },
      annees: [
        ['actif', 2020, 1, 20.05, 'premier don le 29/02/2020'],
        ['dormant', 2021, 0, 0, 'dernier don le 29/02/2020'],
        ['actif', 2022, 2, 100.1, 'revenu le 03/11/2022, après un dernier don le 29/02/2020'],
        ['dormant', 2023, 0, 0, 'dernier don le 03/11/2022'],
      ].map(([statut, annee, nombre_dons, montant, raison]) => ({
        annee,
        nombre_dons,
        montant,
        statut,
        raison: `${statut}\u00A0: ${raison}`,
      })),
      evenements: [],
      pagination: {
        current_page: 1,
        total_pages: 1,
        total_items: 4,
        has_previous: false,
        has_next: false,
      },
    })
    expect(donations.map(({ id }) => id)).toEqual(['10', '2', '1', '3'])
    expect(donations[1]).toEqual({
      id: '2',
      contact_id: 'A',
      order_id: null,
      order_amount: 70,
      order_date: '2022-11-03',
      codemedia_code: null,
      campaign_code: null,
      origincode_code: null,
      product_code: 'P',
    })
  })

  test('un don du jour de l’horizon il y a un an ne compte plus dans les douze mois', async () => {
    await insertDons(db, [
      don({ contact_id: 'A', order_amount: 1, order_date: '2022-11-02' }),
      don({ contact_id: 'A', order_amount: 10, order_date: '2022-11-03' }),
      don({ contact_id: 'A', order_amount: 100, order_date: '2023-11-02' }),
    ])
    await atteindre()
    expect((await lire('A')).carriere.cumul_12_mois).toBe(110)
  })

  test('sans fiche, sans don ou sans l’un ni l’autre, elle dit ce qu’elle sait', async () => {
    await insertDons(db, [
      don({ contact_id: 'Sans fiche' }),
      don({ contact_id: 'Nul', order_amount: 0 }),
    ])
    await db.insertInto('donateurs').values({ contact_id: 'Sans don', lastname: 'Péan' }).execute()
    await atteindre()
    expect(await lire('Sans fiche')).toMatchObject({
      a_une_fiche: false,
      identite: { lastname: null },
      carriere: { nombre_dons: 1 },
      statut: 'actif',
    })
    for (const contact of ['Sans don', 'Nul'])
      expect(await lire(contact)).toMatchObject({
        statut: null,
        raison: null,
        annees: [],
        carriere: {
          nombre_dons: 0,
          cumul: 0,
          don_moyen: null,
          plus_grand_don: null,
          premier_don: null,
        },
      })
    expect((await lire('Nul')).carriere.dons_nuls).toBe(1)
  })

  test('l’exclusion et la réintégration y sont, la dernière en tête', async () => {
    await insertDons(db, [don({ contact_id: 'E', order_amount: 12.5 })])
    await exclude(db, 'E')
    expect(await lire('E')).toMatchObject({
      exclu: true,
      carriere: { cumul: 12.5 },
      evenements: [{ type: 'EXCLUSION', donations_concernees: 1, montant_concerne: 12.5 }],
    })
    await reinstate(db, 'E')
    const { exclu, evenements } = await lire('E')
    expect(exclu).toBe(false)
    expect(evenements.map(({ type }) => type)).toEqual(['REINTEGRATION', 'EXCLUSION'])
    expect(evenements[0]?.survenu_le).toMatch(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{6}Z$/)
    await sql`delete from donations`.execute(db)
    expect((await lire('E')).evenements).toHaveLength(2)
  })

  test('une fiche vidée à la demande le dit', async () => {
    await db.insertInto('donateurs').values({ contact_id: 'V', lastname: 'Péan' }).execute()
    const client = await database.pool.connect()
    await anonymiseDonateur(client, 'V')
    client.release()
    const { anonymise_le, identite, a_une_fiche } = await lire('V')
    expect(a_une_fiche).toBe(true)
    expect(identite.lastname).toBeNull()
    expect(anonymise_le).toMatch(/^\d{4}-\d\d-\d\dT[\d:]+Z$/)
  })

  test('les dons se lisent page par page, et après la fin vient la dernière', async () => {
    await insertDons(
      db,
      Array.from({ length: 45 }, (_, at) =>
        don({ id: `P${at}`, contact_id: 'P', order_amount: at }),
      ),
    )
    const pages = await Promise.all([1, 2, 3, 4].map((page) => lire('P', `?page=${page}`)))
    expect(pages.map(({ donations }) => donations.length)).toEqual([20, 20, 5, 5])
    expect(pages[3]?.pagination.current_page).toBe(3)
    const ids = pages.slice(0, 3).flatMap(({ donations }) => donations.map(({ id }) => id))
    expect(new Set(ids).size).toBe(45)
  })

  test('un contact inconnu est introuvable, en français, quel que soit son nom', async () => {
    for (const contact of ['inconnu', '0', '../x', '%', 'a/b', ...HOSTILE]) {
      const answer = await app.inject(`/api/donateurs/fiche/${encodeURIComponent(contact)}`)
      expect(answer.statusCode, contact).toBe(404)
      expect(answer.json()).toEqual({
        code: 'introuvable',
        champ: 'contact_id',
        detail: `Le contact ${contact} n’existe pas.`,
      })
    }
    for (const contact of ['%00', 'x'.repeat(201), '%20'])
      expect((await app.inject(`/api/donateurs/fiche/${contact}`)).statusCode).toBe(422)
  })
})

/** The career told once more without SQL. */
function raconter(dons: Don[], contact: string, horizon: string) {
  const siens = dons
    .filter(({ contact_id, order_amount }) => contact_id === contact && order_amount > 0)
    .sort(
      (one, other) =>
        one.order_date.localeCompare(other.order_date) ||
        one.id.length - other.id.length ||
        (one.id < other.id ? -1 : 1),
    )
  const cents = (list: Don[]) =>
    list.reduce((total, { order_amount }) => total + Math.round(order_amount * 100), 0)
  const avant = `${Number(horizon.slice(0, 4)) - 1}${horizon.slice(4)}`
  return {
    nombre_dons: siens.length,
    dons_nuls: dons.filter((d) => d.contact_id === contact && d.order_amount === 0).length,
    cumul: cents(siens) / 100,
    cumul_12_mois:
      cents(siens.filter(({ order_date }) => order_date > avant && order_date <= horizon)) / 100,
    don_moyen: siens.length ? Math.round(cents(siens) / siens.length) / 100 : null,
    plus_grand_don: siens.length ? Math.max(...siens.map((d) => d.order_amount)) : null,
    premier_don: siens[0]?.order_date ?? null,
    dernier_don: siens.at(-1)?.order_date ?? null,
    dernier_montant: siens.at(-1)?.order_amount ?? null,
    annees_de_don: new Set(siens.map(({ order_date }) => order_date.slice(0, 4))).size,
  }
}

test('au hasard : la carrière est celle des dons', async () => {
  const random = createRandom(13)
  for (let tirage = 0; tirage < tirages(5); tirage++) {
    await sql`delete from donations`.execute(db)
    const dons = Array.from({ length: 60 }, (_, at) =>
      don({
        id: String(random.between(1, 9_000) * 100 + at),
        contact_id: `C${random.between(1, 6)}`,
        order_amount: random.between(0, 3) === 0 ? 0 : random.between(1, 100_000) / 100,
        order_date: `${random.between(2018, 2024)}-${random.pick(['01', '06', '12'])}-${random.pick(['01', '15', '28'])}`,
      }),
    )
    await insertDons(db, dons)
    await atteindre()
    for (const contact of new Set(dons.map(({ contact_id }) => contact_id))) {
      const { carriere, horizon, annees } = await lire(contact)
      expect(carriere).toEqual(raconter(dons, contact, horizon ?? ''))
      expect(annees.reduce((total, { nombre_dons }) => total + nombre_dons, 0)).toBe(
        carriere.nombre_dons,
      )
    }
  }
})
