import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { JournalExports } from '../../../service/contract/exports'
import { REPOUSSOIRS, type Selection } from '../../../service/contract/selections'
import { createRandom } from '../../../service/programs/demo/random'
import { get, refresh } from '../../support/analyses'
import { type Don, don, insertDons } from '../../support/dons'
import { exclude } from '../../support/exclusion'
import { tirages } from '../../support/hasard'
import { HOSTILE } from '../../support/hostile'
import { startService } from '../../support/service'
import { empty } from '../../support/vider'

const { app, database } = await startService()
const { db } = database

interface Contact {
  contact_id: string
  civility: string | null
  firstname: string | null
  lastname: string | null
  city: string | null
  zip: string | null
  email: string | null
  is_company: boolean | null
}

const contact = (contact_id: string, values: Partial<Contact> = {}): Contact => ({
  contact_id,
  civility: null,
  firstname: null,
  lastname: contact_id,
  city: null,
  zip: '75001',
  email: `${contact_id}@courriel.example`,
  is_company: false,
  ...values,
})

/** Makes these gifts and cards all that is stored, and nobody excluded. */
async function donner(dons: Don[], contacts: Contact[] = []): Promise<void> {
  await empty(db, 'donations', 'donateurs', 'donateurs_exclus')
  await insertDons(db, dons)
  if (contacts.length > 0) await db.insertInto('donateurs').values(contacts).execute()
  await refresh(app)
}

/** Makes these gifts and cards all that is stored, and nobody excluded. */
type Coches = Record<string, string | boolean>

const envoyer = (path: string, liste: string, coches: Coches = {}) =>
  app.inject({ method: 'POST', url: `${path}?${liste}`, payload: coches })

async function compter(liste: string, coches: Coches = {}): Promise<Selection> {
  const answer = await envoyer('/api/donateurs/selection', liste, coches)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

async function exporter(liste: string, coches: Coches = {}) {
  const answer = await envoyer('/api/donateurs/selection.csv', liste, coches)
  expect(answer.statusCode, answer.body).toBe(200)
  const [head = '', ...lines] = answer.body
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
  const titres = head.split(';')
  const lignes = lines.map((line) => {
    const cells = line.split(';')
    return Object.fromEntries(titres.map((titre, at) => [titre, cells[at] ?? '']))
  })
  return { answer, titres, lignes, ids: lignes.map((ligne) => ligne['contact_id']) }
}

const retires = ({ repoussoirs }: Selection) =>
  Object.fromEntries(repoussoirs.map(({ code, donateurs }) => [code, donateurs]))

describe('Une sélection', () => {
  const LISTE = 'ensemble=actifs&annee=2024'

  beforeAll(() =>
    donner(
      [
        ...['A', 'B', 'C', 'D', 'E', 'F'].map((contact_id, at) =>
          don({ contact_id, order_amount: 100 - at, order_date: `2024-0${at + 1}-01` }),
        ),
        don({ contact_id: 'A', order_date: '2024-12-20', order_amount: 1 }),
        don({ contact_id: 'Sans fiche', order_date: '2024-03-03', order_amount: 3 }),
      ],
      [
        contact('A'),
        contact('B', { is_company: true }),
        contact('C', { email: ' ' }),
        contact('D', { zip: null }),
        contact('E', { email: 'Couple@courriel.example ' }),
        contact('F', { email: 'couple@courriel.example' }),
      ],
    ),
  )

  test('garde toute la liste tant que rien n’est coché, et dit ce que chaque case retirerait', async () => {
    const selection = await compter(LISTE)
    expect(selection).toMatchObject({ liste: 7, lignes: 7, ids_lus: 0, ids_absents: 0 })
    expect(selection.titre).toContain('2024')
    expect(selection.repoussoirs.map(({ code, actif }) => [code, actif])).toEqual(
      REPOUSSOIRS.map((code) => [code, ['oppositions', 'exclus'].includes(code)]),
    )
    expect(retires(selection)).toEqual({
      oppositions: 0,
      exclus: 0,
      a_verifier: 0,
      recents: 0,
      societes: 1,
      sans_email: 2,
      sans_code_postal: 2,
      meme_email: 1,
      ids: 0,
    })
  })

  test('compte chacun une fois, dans l’ordre des cases : la liste moins les repoussés font les lignes', async () => {
    const coches = {
      depuis: '2024-12-01',
      societes: true,
      sans_email: true,
      sans_code_postal: true,
      meme_email: true,
      ids: 'F\nA\nInconnu',
    }
    const selection = await compter(LISTE, coches)
    expect(retires(selection)).toEqual({
      oppositions: 0,
      exclus: 0,
      a_verifier: 0,
      recents: 1,
      societes: 1,
      sans_email: 2,
      sans_code_postal: 1,
      meme_email: 1,
      ids: 1,
    })
    expect(selection).toMatchObject({ liste: 7, lignes: 0, ids_lus: 3, ids_absents: 1 })
    expect((await exporter(LISTE, coches)).ids).toEqual([])
  })

  test('d’une adresse que plusieurs partagent garde qui a donné le dernier', async () => {
    const { ids } = await exporter(LISTE, { meme_email: true })
    expect(ids).toEqual(['A', 'B', 'C', 'D', 'F', 'Sans fiche'])
  })

  test('note dans le journal des exports ses lignes et ses cases, et des identifiants leur nombre', async () => {
    const { answer } = await exporter(LISTE, { societes: true, ids: 'C\nSecret' })
    expect(answer.headers['content-disposition']).toMatch(/selection-donateurs-actifs-2024\.csv/)
    const { exports } = await get<JournalExports>(app, '/api/exports/journal')
    expect(exports[0]).toMatchObject({
      fichier: 'selection',
      statut: 'complet',
      lignes: 5,
      sha256: createHash('sha256').update(answer.rawPayload).digest('hex'),
      parametres: { ensemble: 'actifs', annee: '2024', societes: 'true', ids_retires: '2' },
    })
    expect(JSON.stringify(exports)).not.toContain('Secret')
    expect((await app.inject(`/api/donateurs/liste.csv?${LISTE}`)).statusCode).toBe(200)
    const noted = await get<JournalExports>(app, '/api/exports/journal')
    expect(noted.exports[0]).toMatchObject({ fichier: 'liste', lignes: 7, statut: 'complet' })
  })

  test.each([
    ['ensemble=actifs', {}, 'annee'],
    ['ensemble=rien', {}, 'ensemble'],
    [LISTE, { depuis: 'hier' }, 'depuis'],
    [LISTE, { ids: 'x\n'.repeat(400_001) }, 'ids'],
    [LISTE, { societes: 'oui' }, 'societes'],
  ])('refuse %s %#, et dit quel champ', async (liste, coches, champ) => {
    for (const path of ['/api/donateurs/selection', '/api/donateurs/selection.csv']) {
      const answer = await envoyer(path, liste, coches)
      expect(answer.statusCode, answer.body).toBe(422)
      expect(answer.json()).toMatchObject({ champ })
    }
  })

  test('des identifiants hostiles ne font rien échouer', async () => {
    const ids = [...HOSTILE, '\0', '\uD800', "'", '{}', '{"a"}', 'NULL', '👍🏽'].join('\n')
    expect(await compter(LISTE, { ids })).toMatchObject({ liste: 7, lignes: 7 })
    expect(
      await compter(LISTE, {
        ids: Array(99_000)
          .fill('é')
          .map((e, at) => `${e}${at}`)
          .join('\n'),
      }),
    ).toMatchObject({ ids_lus: 99_000, ids_absents: 99_000, lignes: 7 })
  })

  test('n’a jamais d’exclus, même de la liste de tous les contacts', async () => {
    await exclude(db, 'A')
    await refresh(app)
    const selection = await compter('ensemble=tous')
    expect(selection).toMatchObject({ liste: 7, lignes: 6 })
    expect(retires(selection)['exclus']).toBe(1)
    expect((await exporter('ensemble=tous')).ids).not.toContain('A')
  })
})

/** The code of the grid told once more without SQL. */
function grille(dons: Don[], horizon: string): string {
  const avant = (mois: number) => {
    const [year = 0, month = 0, day = 0] = horizon.split('-').map(Number)
    const last = new Date(Date.UTC(year, month - mois, 0)).getUTCDate()
    return new Date(Date.UTC(year, month - 1 - mois, Math.min(day, last)))
      .toISOString()
      .slice(0, 10)
  }
  const connus = dons.filter(({ order_date }) => order_date <= horizon)
  const dernier = connus.at(-1)
  if (!dernier) return ''
  const recents = connus.filter(({ order_date }) => order_date > avant(36))
  const cents = (list: Don[]) => list.reduce((sum, d) => sum + Math.round(d.order_amount * 100), 0)
  const r = [12, 24, 36].findIndex((mois) => dernier.order_date > avant(mois)) + 1 || 4
  const f = recents.length >= 4 ? 3 : recents.length >= 2 ? 2 : recents.length
  const montant = (recents.length > 0 ? cents(recents) : cents([dernier])) / 100
  const m = [60, 120, 300, 1000].filter((limite) => montant >= limite).length + 1
  return `R${r}F${f}M${m}`
}

const euros = (value: number) => value.toFixed(2).replace('.', ',')
const jour = (day: string) => day.split('-').reverse().join('/')

test('au hasard : nombres, lignes et colonnes sont ceux des dons et des fiches', async () => {
  const random = createRandom(29)
  for (let tirage = 0; tirage < tirages(4); tirage++) {
    const ids = Array.from({ length: 40 }, (_, at) => `C${at}`)
    const dons = Array.from({ length: 160 }, (_, at) =>
      don({
        id: `${at}`,
        contact_id: random.pick(ids as [string, ...string[]]),
        order_amount: random.between(0, 9) === 0 ? 0 : random.between(100, 60_000) / 100,
        order_date: `${random.between(2019, 2024)}-${random.pick(['01', '02', '07', '12'])}-${random.pick(['01', '15', '28'])}`,
        campaign_code: random.pick(['VFL', 'PROD', '']),
      }),
    )
    const contacts = ids
      .filter(() => random.between(0, 9) > 0)
      .map((id) =>
        contact(id, {
          is_company: random.pick([true, false, null]),
          email: random.pick([
            null,
            '',
            `${random.between(1, 12)}@x.example`,
            `Y${random.between(1, 12)}@x.example`,
          ]),
          zip: random.pick([null, '75001', '']),
        }),
      )
    await donner(dons, contacts)
    const exclus = ids.filter(() => random.between(0, 12) === 0)
    for (const id of exclus) await exclude(db, id)

    const donsDe = (id: string) =>
      dons
        .filter((d) => d.contact_id === id && d.order_amount > 0)
        .sort(
          (a, b) =>
            a.order_date.localeCompare(b.order_date) ||
            a.id.length - b.id.length ||
            (a.id < b.id ? -1 : 1),
        )
    const comptes = dons.filter((d) => d.order_amount > 0 && !exclus.includes(d.contact_id))
    const horizon =
      comptes
        .map((d) => d.order_date)
        .sort()
        .at(-1) ?? ''
    const carte = (id: string) => contacts.find(({ contact_id }) => contact_id === id)
    const liste = ids.filter(
      (id) => !exclus.includes(id) && donsDe(id).some((d) => d.order_date.startsWith('2023')),
    )

    const coches = {
      ...(random.between(0, 1) && { depuis: '2024-07-01' }),
      societes: random.chance(0.5),
      sans_email: random.chance(0.5),
      sans_code_postal: random.chance(0.5),
      meme_email: random.chance(0.7),
      ids: ids.filter(() => random.chance(0.1)).join(';'),
    }
    const attendus: Record<string, number> = { oppositions: 0, exclus: 0, a_verifier: 0 }
    let reste = [...liste]
    const retirer = (code: string, cochee: boolean, means: (id: string) => boolean) => {
      attendus[code] = reste.filter(means).length
      if (cochee) reste = reste.filter((id) => !means(id))
    }
    const email = (id: string) => (carte(id)?.email ?? '').trim().toLowerCase()
    const depuis = coches.depuis
    retirer('recents', !!depuis, (id) => !!depuis && donsDe(id).some((d) => d.order_date >= depuis))
    retirer('societes', coches.societes, (id) => carte(id)?.is_company === true)
    retirer('sans_email', coches.sans_email, (id) => email(id) === '')
    retirer('sans_code_postal', coches.sans_code_postal, (id) => !carte(id)?.zip)
    const dernier = (id: string) => donsDe(id).at(-1)?.order_date ?? ''
    const remaining = reste
    retirer(
      'meme_email',
      coches.meme_email,
      (id) =>
        email(id) !== '' &&
        remaining.some(
          (other) =>
            other !== id &&
            email(other) === email(id) &&
            (dernier(other) > dernier(id) ||
              (dernier(other) === dernier(id) &&
                (other.length - id.length || (other < id ? -1 : 1)) < 0)),
        ),
    )
    const donnes = coches.ids.split(';')
    retirer('ids', true, (id) => donnes.includes(id))

    const selection = await compter('ensemble=actifs&annee=2023', coches)
    expect(retires(selection)).toEqual(attendus)
    expect(selection).toMatchObject({ liste: liste.length, lignes: reste.length })
    const sum = selection.repoussoirs
      .filter(({ actif }) => actif)
      .reduce((n, r) => n + r.donateurs, 0)
    expect(selection.liste - sum).toBe(selection.lignes)

    const { lignes } = await exporter('ensemble=actifs&annee=2023', coches)
    expect(lignes.map(({ contact_id = '' }) => contact_id).sort()).toEqual([...reste].sort())
    for (const ligne of lignes) {
      const siens = donsDe(ligne['contact_id'] ?? '')
      const cents = (list: Don[]) => list.reduce((n, d) => n + Math.round(d.order_amount * 100), 0)
      const unAn = `${Number(horizon.slice(0, 4)) - 1}${horizon.slice(4)}`
      const vfl = siens.filter((d) => d.campaign_code === 'VFL').length
      expect(ligne).toMatchObject({
        code_segment: grille(siens, horizon),
        Profil:
          vfl === 0 ? 'PRODUIT uniquement' : vfl === siens.length ? 'VFL uniquement' : 'Les deux',
        'Premier don': jour(siens[0]?.order_date ?? ''),
        'Dernier don': jour(siens.at(-1)?.order_date ?? ''),
        'Montant du dernier don (€)': euros(siens.at(-1)?.order_amount ?? 0),
        'Plus grand don (€)': euros(Math.max(...siens.map((d) => d.order_amount))),
        'Nombre de dons': String(siens.length),
        'Cumul (€)': euros(cents(siens) / 100),
        'Cumul 12 mois (€)': euros(
          cents(siens.filter((d) => d.order_date > unAn && d.order_date <= horizon)) / 100,
        ),
        'Don moyen (€)': euros(Math.round(cents(siens) / siens.length) / 100),
        'Années de don': String(new Set(siens.map((d) => d.order_date.slice(0, 4))).size),
      })
    }
  }
})

test('le code de la grille suit ses limites', async () => {
  await donner([
    don({ contact_id: 'H', order_date: '2024-03-31', order_amount: 59.99 }),
    don({ contact_id: 'R1', order_date: '2023-04-01', order_amount: 60 }),
    don({ contact_id: 'R2', order_date: '2023-03-31', order_amount: 120 }),
    don({ contact_id: 'R3', order_date: '2021-04-01', order_amount: 150 }),
    don({ contact_id: 'R3', order_date: '2021-04-02', order_amount: 150 }),
    don({ contact_id: 'R4', order_date: '2021-03-31', order_amount: 1000 }),
    don({ contact_id: 'R4', order_date: '2020-01-01', order_amount: 5 }),
    ...[1, 2, 3, 4].map((at) =>
      don({ contact_id: 'F3', order_date: `2024-01-0${at}`, order_amount: 250 }),
    ),
    don({ contact_id: 'Nul', order_date: '2024-03-31', order_amount: 0 }),
  ])
  const { lignes } = await exporter('ensemble=tous')
  expect(
    Object.fromEntries(lignes.map((ligne) => [ligne['contact_id'], ligne['code_segment']])),
  ).toEqual({
    H: 'R1F1M1',
    R1: 'R1F1M2',
    R2: 'R2F1M3',
    R3: 'R3F2M4',
    R4: 'R4F0M5',
    F3: 'R1F3M5',
    Nul: '',
  })
})
