import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import type { Liste } from '#contract/listes'
import type { ListesGardees, MesuresGardees } from '#contract/listes-gardees'
import { mesuresDe } from '../../../service/donateurs/listes/gardees/mesurer'
import { derive } from '../../../service/platform/jobs/derived'
import { createRandom } from '../../../service/programs/demo/random'
import { get, refresh } from '../../support/analyses'
import { don, insertDons } from '../../support/dons'
import { PATIENCE, tirages } from '../../support/hasard'
import { importFile } from '../../support/imports'
import { severalServers, startService } from '../../support/service'
import { tamper } from '../../support/tamper'
import { empty } from '../../support/vider'

const { app, database } = await startService()
const { db } = database

const post = async (url: string, payload: object) => {
  const answer = await app.inject({ method: 'POST', url, payload })
  return {
    status: answer.statusCode,
    ...answer.json<{ liste_id: string; detail: string; champ: string }>(),
  }
}

const garder = (nom_liste: string, adresse: string, more: object = {}) =>
  post('/api/donateurs/listes-gardees', { nom_liste, adresse, nom: 'Zoé', ...more })
const retirer = (liste_id: string) => post('/api/donateurs/retirer-liste', { liste_id, nom: 'Zoé' })
const lire = () => get<ListesGardees>(app, '/api/donateurs/listes-gardees')
const mesures = (id: string) => get<MesuresGardees>(app, `/api/donateurs/listes-gardees/${id}`)

/** A publication, and the counts that follow it. */
async function publier(): Promise<void> {
  await refresh(app)
  await derive(db, mesuresDe('PRODUIT'))
}

const give = (contact_id: string, order_date: string, order_amount = 10) =>
  insertDons(db, [don({ contact_id, order_date, order_amount })])

async function donateurs(query: string): Promise<string[]> {
  const list = await get<Liste>(app, `/api/donateurs/liste?${query}&limit=100`)
  expect(list.total_donateurs).toBe(list.donateurs.length)
  const file = await app.inject(`/api/donateurs/liste.csv?${query}`)
  expect(file.body.trimEnd().split('\r\n').length - 1).toBe(list.total_donateurs)
  return list.donateurs.map(({ contact_id }) => contact_id).sort()
}

describe('Une liste gardée', () => {
  test('a un nom, son compte à chaque publication, ses entrés et ses sortis', async () => {
    await give('A', '2024-03-01')
    await give('B', '2024-03-01', 500)
    await publier()
    const kept = await garder(
      'Actifs 2024',
      'https://dons.example/donateurs/liste?ensemble=actifs&annee=2024&montant_min=&campagne=&page=3',
    )
    expect(kept.status, JSON.stringify(kept)).toBe(201)
    await give('C', '2024-04-01')
    await give('D', '2023-04-01')
    await publier()
    const [one] = (await lire()).listes
    expect(one).toMatchObject({
      nom: 'Actifs 2024',
      adresse: '/donateurs/liste?ensemble=actifs&annee=2024',
      gardee_par: 'Zoé, nom saisi',
      donateurs: 3,
      montant: 520,
      au_depart: 2,
      entres: 1,
      sortis: 0,
    })
    const exclus = await post('/api/exclusions/exclure', { contact_id: 'B' })
    expect(exclus.status).toBe(200)
    const { mesures: counted, liste } = await mesures(kept.liste_id)
    expect(liste).toMatchObject({ donateurs: 2, entres: 1, sortis: 1 })
    expect(counted.map(({ donateurs: count, montant }) => [count, montant])).toEqual([
      [3, 520],
      [2, 510],
    ])
    const depuis = `liste=${kept.liste_id}&publication=${liste.depuis}`
    expect(await donateurs(`ensemble=entres&${depuis}`)).toEqual(['C'])
    expect(await donateurs(`ensemble=sortis&${depuis}`)).toEqual(['B'])
    const { titre } = await get<Liste>(app, `/api/donateurs/liste?ensemble=entres&${depuis}`)
    expect(titre).toMatch(/^Entrés dans «\u00A0Actifs 2024\u00A0» depuis le \d\d\/\d\d\/\d{4}$/)

    expect((await retirer(kept.liste_id)).status).toBe(201)
    expect((await retirer(kept.liste_id)).status).toBe(409)
    const { listes, retirees } = await lire()
    expect([listes, retirees.map(({ nom, retiree_par }) => [nom, retiree_par])]).toEqual([
      [],
      [['Actifs 2024', 'Zoé, nom saisi']],
    ])
    const gone = await app.inject(`/api/donateurs/liste?ensemble=entres&${depuis}`)
    expect([gone.statusCode, gone.json<{ champ: string }>().champ]).toEqual([404, 'liste'])
    expect(await db.selectFrom('listes_membres').selectAll().execute()).toEqual([])
  })

  test.each([
    ['', '/donateurs/liste?ensemble=tous', {}, 'nom_liste'],
    ['x', '/donateurs', {}, 'adresse'],
    ['x', '/donateurs/liste?ensemble=actifs', {}, 'adresse'],
    ['x', '/donateurs/liste?ensemble=tous&q=Dupont', {}, 'adresse'],
    ['x', '//ailleurs/donateurs/liste?ensemble=tous&fin=%00', {}, 'adresse'],
    ['x', '/donateurs/croisements?lignes=profil&colonnes=profil&annee=2024', {}, 'adresse'],
    ['x', '/donateurs/croisements?lignes=profil&colonnes=region', {}, 'adresse'],
    ['x', 'javascript:alert(1)', {}, 'adresse'],
    ['x', '/donateurs/liste?ensemble=tous', { nom: undefined }, 'nom'],
    ['x', '/donateurs/liste?ensemble=profil&annee=2024&profil=AUCUN', {}, 'profil'],
  ])('refuse « %s » de %s %#, et dit quel champ', async (nom, adresse, more, champ) => {
    expect(await garder(nom, adresse, more)).toMatchObject({ status: 422, champ })
  })

  test.each([
    ['lignes=profil&colonnes=anciennete&annee=2024&parts=lignes', 'annee=2024&ensemble=actifs'],
    ['lignes=annee&colonnes=profil&mesure=montant', 'ensemble=carriere'],
  ])('d’un croisement %s a les donateurs de toutes ses cases', async (query, liste) => {
    const kept = await garder('Croisement', `/donateurs/croisements?${query}`)
    expect(kept.status, JSON.stringify(kept)).toBe(201)
    const one = (await lire()).listes.find(({ nom }) => nom === 'Croisement')
    expect(one?.adresse).toBe(`/donateurs/croisements?${query}`)
    expect(one?.donateurs).toBe((await donateurs(liste)).length)
    expect((await retirer(kept.liste_id)).status).toBe(201)
  })

  test.each(['donations', 'faits_donateurs'])(
    'attend qui met en place %s, et voit ce qu’il a écrit',
    async (table) => {
      const list = { nom: 'La même', adresse: '/donateurs/liste?ensemble=tous', gardee_par: 'Zoé' }
      const [answer, liste_id] = await db.transaction().execute(async (publishing) => {
        await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(publishing)
        const kept = garder(list.nom, list.adresse)
        // Of several servers the first one waits, and this one for its answer.
        const waits = severalServers() ? ['Lock', 'IPC', 'Client', 'Extension'] : ['Lock']
        const isWaiting = async () => {
          const { rows } = await sql`
            select from pg_stat_activity
            where datname = current_database() and state = 'active'
              and wait_event_type = any(${waits}) and query like 'lock table donations,%'`.execute(
            db,
          )
          return rows.length > 0
        }
        await vi.waitUntil(isWaiting, { timeout: 10_000 })
        const { liste_id } = await publishing
          .insertInto('listes_gardees')
          .values(list)
          .returning('liste_id')
          .executeTakeFirstOrThrow()
        return [{ kept }, liste_id] as const
      })
      expect(await answer.kept).toMatchObject({ status: 422, champ: 'nom_liste' })
      expect((await retirer(liste_id)).status).toBe(201)
    },
  )

  test('n’a pas le nom d’une autre, et dit quand elle n’a pas été comptée', async () => {
    const first = await garder('Tous', '/donateurs/liste?ensemble=tous')
    expect(first.status).toBe(201)
    expect(await garder('TOUS', '/donateurs/liste?ensemble=carriere')).toMatchObject({
      status: 422,
      champ: 'nom_liste',
    })
    const never = `ensemble=entres&liste=${first.liste_id}&publication=9999`
    expect((await app.inject(`/api/donateurs/liste?${never}`)).statusCode).toBe(404)
    expect((await app.inject('/api/donateurs/liste?ensemble=entres')).statusCode).toBe(422)
    expect((await retirer(first.liste_id)).status).toBe(201)
  })
})

test(
  'au hasard : entrés et sortis sont ce que disent les listes d’alors et de maintenant, quoi qu’il arrive entre elles',
  { timeout: PATIENCE },
  async () => {
    const random = createRandom(361)
    for (let tirage = 0; tirage < tirages(8); tirage += 1) {
      await tamper(db, sql`delete from evenements_exclusion`)
      await empty(db, 'donations', 'donateurs', 'donateurs_exclus', 'groupes_contacts')
      await empty(db, 'listes_membres', 'listes_mesures', 'listes_gardees')
      const ids = Array.from({ length: 12 }, (_, at) => `C${at}`) as [string, ...string[]]
      for (const id of ids)
        await give(id, `202${random.between(2, 4)}-05-01`, random.between(1, 90))
      await publier()
      const queries = [
        'ensemble=actifs&annee=2024',
        'ensemble=perdus&annee=2024',
        'ensemble=tous&montant_min=20',
        'ensemble=carriere&segment=1',
        'ensemble=croisement&annee=2024&don_mois=5&statut=actif',
      ]
      const kept: { query: string; id: string; alors: Map<number, string[]> }[] = []
      for (const query of queries) {
        const { liste_id } = await garder(query, `/donateurs/liste?${query}`)
        kept.push({ query, id: liste_id, alors: new Map() })
      }
      const principal = new Map<string, string>()
      const note = async () => {
        const { numero } = (
          await sql<{ numero: number }>`
          select coalesce(max(numero), 0) as numero from publications`.execute(db)
        ).rows[0] ?? { numero: 0 }
        for (const { query, alors } of kept)
          if (!alors.has(numero)) alors.set(numero, await donateurs(query))
      }
      await note()
      for (let step = 0; step < 6; step += 1) {
        await random.weighted<() => Promise<unknown>>([
          [
            () =>
              give(random.pick(ids), `202${random.between(2, 4)}-06-0${random.between(1, 9)}`, 25),
            4,
          ],
          [() => post('/api/exclusions/exclure', { contact_id: random.pick(ids) }), 2],
          [() => post('/api/exclusions/reintegrer', { contact_id: random.pick(ids) }), 1],
          [
            async () => {
              const [one, other] = [random.pick(ids), random.pick(ids)]
              if (severalServers()) return
              const fused = await post('/api/donateurs/fusionner', {
                groupes: [{ principal: one, contacts: [other] }],
                raison: 'Même personne',
              })
              if (fused.status >= 300) return
              const rows = await db.selectFrom('groupes_contacts').selectAll().execute()
              principal.clear()
              for (const row of rows) principal.set(row.contact_id, row.contact_principal)
            },
            2,
          ],
          // A gift that comes again is moved, maybe the only one of who gave it.
          [
            () =>
              importFile(
                app,
                'donations',
                `id;montant;date;contact_id\nx${random.between(0, 1)};30;2024-07-01;${random.pick(['S1', 'S2', ids[0]])}\n`,
              ),
            4,
          ],
        ])()
        if (random.chance(0.6)) {
          await publier()
          await note()
        }
      }
      const compte = (id: string) => principal.get(id) ?? id
      for (const { query, id, alors } of kept) {
        const now = await donateurs(query)
        const { mesures: counted } = await mesures(id)
        expect(counted.map(({ publication }) => publication)).toEqual([...alors.keys()].reverse())
        for (const { publication, entres, sortis, donateurs: count } of counted) {
          const then = alors.get(publication) ?? []
          expect(count).toBe(then.length)
          const before = [...new Set(then.map(compte))]
          const since = `liste=${id}&publication=${publication}`
          const entered = now.filter((one) => !before.includes(one))
          const left = before.filter((one) => !now.includes(one)).sort()
          expect(await donateurs(`ensemble=entres&${since}`)).toEqual(entered)
          expect(await donateurs(`ensemble=sortis&${since}`)).toEqual(left)
          expect([entres, sortis]).toEqual([entered.length, left.length])
        }
      }
    }
  },
)
