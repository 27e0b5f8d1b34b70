import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Fiche } from '../../../service/contract/fiches'
import type { Oppositions } from '../../../service/contract/oppositions'
import type { Selection } from '../../../service/contract/selections'
import { anonymiseDonateur } from '../../../service/donateurs/rgpd/donateur'
import { createRandom, type Random } from '../../../service/programs/demo/random'
import { get, refresh } from '../../support/analyses'
import { don, insertDons } from '../../support/dons'
import { exclude } from '../../support/exclusion'
import { PATIENCE, tirages } from '../../support/hasard'
import { importFile } from '../../support/imports'
import { severalServers, startService } from '../../support/service'
import { tamper } from '../../support/tamper'
import { empty } from '../../support/vider'

const { app, database } = await startService()
const { db } = database

beforeEach(async () => {
  await tamper(db, sql`delete from oppositions_actes`, 'oppositions_actes')
  await tamper(db, sql`delete from evenements_exclusion`)
  await empty(db, 'donations', 'donateurs', 'donateurs_exclus', 'groupes_contacts')
  await empty(db, 'donateurs_anonymises', 'oppositions_adresses', 'journal_exports')
})

async function post<Answer = { message: string; detail: string; champ: string }>(
  url: string,
  payload: object,
) {
  const answer = await app.inject({ method: 'POST', url, payload })
  return { status: answer.statusCode, ...answer.json<Answer>() }
}

const noter = (texte: string, more: object = {}) =>
  post('/api/donateurs/oppositions', {
    texte,
    nature: 'courrier',
    jour: '2024-05-01',
    raison: 'Lettre reçue',
    nom: 'Zoé',
    ...more,
  })

const lire = (query = '') => get<Oppositions>(app, `/api/donateurs/oppositions${query}`)
const lever = (numero: number, more: object = {}) =>
  post('/api/donateurs/lever-opposition', { numero, raison: 'Erreur', nom: 'Zoé', ...more })

const oppositionsDe = async (contact: string) =>
  (await get<Fiche>(app, `/api/donateurs/fiche/${contact}`)).oppositions.map(
    ({ contact_id }) => contact_id,
  )

const fiches = (rows: Record<string, string>) =>
  importFile(
    app,
    'donateurs',
    `contact_id;email\n${Object.entries(rows)
      .map(([id, email]) => `${id};"${email}"`)
      .join('\n')}\n`,
  )

async function selection(liste = 'ensemble=tous') {
  const url = (csv: string) => `/api/donateurs/selection${csv}?${liste}`
  const file = await app.inject({ method: 'POST', url: url('.csv'), payload: {} })
  expect(file.statusCode, file.body).toBe(200)
  const { repoussoirs, liste: en_tout, lignes } = await post<Selection>(url(''), {})
  const ids = file.body.trimEnd().split('\r\n').slice(1)
  expect(ids.length).toBe(lignes)
  expect(repoussoirs[0]).toMatchObject({ code: 'oppositions', actif: true })
  return {
    ids: ids.map((line) => line.split(';', 1)[0] ?? '').sort(),
    opposes: repoussoirs[0]?.donateurs,
    en_tout,
  }
}

const give = (...ids: string[]) =>
  insertDons(
    db,
    ids.map((contact_id) => don({ contact_id, order_date: '2024-03-01', order_amount: 10 })),
  )

describe('Les oppositions', () => {
  test('se notent une fois, valent pour tout fichier, et se lèvent par un acte nommé', async () => {
    await give('A', 'B', 'C', 'D')
    await fiches({ A: 'a@asso.fr', B: 'b@asso.fr', C: 'c@asso.fr', D: '' })
    await refresh(app)
    const first = await noter('A\nB@ASSO.FR; inconnu@ailleurs.fr\nZ9;pas@', { nature: 'deces' })
    expect(first).toMatchObject({ status: 201, ecrites: 4 })
    expect(first.message).toContain('4\u00A0oppositions sont notées')
    expect(first.message).toContain('1\u00A0numéro n’est pas connu de la base (Z9)')
    expect(first.message).toContain('1\u00A0adresse ne se lit pas et n’est pas notée (pas@)')
    expect(await noter('A\n b@asso.fr ', { nature: 'deces' })).toMatchObject({ ecrites: 0 })
    expect(await selection()).toMatchObject({ ids: ['C', 'D'], opposes: 2, en_tout: 4 })

    const { actes, en_vigueur } = await lire()
    expect(en_vigueur).toEqual([{ nature: 'deces', nombre: 4 }])
    const deA = actes.find(({ contact_id }) => contact_id === 'A')
    expect(deA).toMatchObject({ jour: '2024-05-01', raison: 'Lettre reçue', par: 'Zoé, nom saisi' })
    const numero = deA?.numero ?? 0
    expect(await lever(numero, { nom: undefined })).toMatchObject({ status: 422, champ: 'nom' })
    expect(await lever(numero, { raison: ' ' })).toMatchObject({ status: 422, champ: 'raison' })
    expect(await lever(numero)).toMatchObject({ status: 201 })
    expect(await lever(numero)).toMatchObject({ status: 409 })
    expect(await lever(999_999)).toMatchObject({ status: 404 })
    // Nor does the act that was lifted lift the one that came since.
    await noter('A', { nature: 'deces' })
    expect(await lever(numero)).toMatchObject({ status: 409 })
    expect((await selection()).ids).toEqual(['C', 'D'])
    await lever((await lire()).actes[0]?.numero ?? 0)
    expect((await selection()).ids).toEqual(['A', 'C', 'D'])
    expect((await lire('?etat=actes')).actes[0]).toMatchObject({
      contact_id: 'A',
      levee: true,
      raison: 'Erreur',
      vaut: false,
    })
    expect((await lire('?nature=courrier')).actes).toEqual([])
  })

  test.each([
    ['Nom;Courriel;Numéro\nMartin;x@ex.fr;C1\nDurand;;C2', ['C1', 'C2'], /^3/],
    ['E-mail;N° donateur\n;C1\nz@z.fr;C2\n', ['C1', 'C2'], /^3/],
    ['Email;Identifiant du donateur\n;C2', ['C2'], /^1/],
    ['Référence;Prénom\nC1;Zoé', ['C1'], /^1/],
    // The contact's number rather than the order's.
    ['Numéro;Contact\nC1;C2', ['C2'], /^1/],
    ['Contact\nC1\n\nC2\n', ['C1', 'C2'], /^2/],
    [
      'Nom;Mail\nMartin;a@ex.fr\nDurand;\nPetit;',
      [],
      /2\u00A0lignes n’ont rien .* « Mail ».*\(lignes 3, 4\)/,
    ],
  ])('sont celles de « %s »', async (texte, notes, message) => {
    await give('C1', 'C2')
    const noted = await noter(texte)
    expect(noted).toMatchObject({ status: 201 })
    expect(noted.message.replaceAll('«\u00A0', '« ').replaceAll('\u00A0»', ' »')).toMatch(message)
    const { actes } = await lire()
    expect(actes.flatMap(({ contact_id }) => contact_id ?? []).sort()).toEqual(notes)
  })

  test.each([
    ['Nom;Prénom\nDupont;Jeanne', 'Dupont'],
    ['C1\nJean Dupont, 12 rue de la Paix', 'Jean Dupont'],
    ['C1 C2', 'C1 C2'],
    ['C1/C2', 'C1/C2'],
    ['Contact\nDécès de C1', 'Décès de C1'],
  ])('ne se notent pas de « %s », qui le dit', async (texte, nomme) => {
    await give('C1', 'C2')
    const refused = await noter(texte)
    expect(refused).toMatchObject({ status: 422, champ: 'texte' })
    expect(refused.detail).toContain(nomme)
    expect((await lire()).actes).toEqual([])
  })

  test('ne se notent pas d’un jour à venir', async () => {
    expect(await noter('C1', { jour: '2999-01-01' })).toMatchObject({ status: 422, champ: 'jour' })
  })

  test('valent pour un numéro écrit avec d’autres capitales, connu alors ou seulement ensuite', async () => {
    await give('Ct1', 'CT2', 'CT4')
    await fiches({ Ct1: 'un@asso.fr', CT2: '', CT4: 'un@asso.fr' })
    await refresh(app)
    const noted = await noter('cT1\nct3', { nature: 'email' })
    expect(noted).toMatchObject({ status: 201, ecrites: 2 })
    expect(noted.message).toContain('1\u00A0numéro n’est pas connu')
    expect(new Set((await lire()).actes.map(({ contact_id }) => contact_id))).toEqual(
      new Set(['Ct1', 'ct3']),
    )
    expect(await selection()).toMatchObject({ ids: ['CT2'], opposes: 2 })
    expect(await oppositionsDe('CT4')).toEqual(['Ct1'])
    expect(await oppositionsDe('CT2')).toEqual([])
    expect(await noter('CT1', { nature: 'email' })).toMatchObject({ ecrites: 0 })
    expect(await noter('ct6')).toMatchObject({ ecrites: 1 })

    await give('CT3', 'CT5', 'CT6')
    await fiches({ CT3: 'trois@asso.fr', CT5: 'Trois@ASSO.fr', CT6: '' })
    await refresh(app)
    expect(await selection()).toMatchObject({ ids: ['CT2'], opposes: 5 })
    expect(await oppositionsDe('CT5')).toEqual(['ct3'])
  })

  test('valent pour un numéro accentué, et sa fiche les montre', async () => {
    await give('ÉT6', 'ct7')
    await refresh(app)
    await noter('ÉT6')
    expect(await selection()).toMatchObject({ ids: ['ct7'], opposes: 1 })
    const { oppositions } = await get<Fiche>(
      app,
      `/api/donateurs/fiche/${encodeURIComponent('ÉT6')}`,
    )
    expect(oppositions).toMatchObject([{ contact_id: 'ÉT6' }])
  })
})

test('une adresse d’une écriture simple nomme la même boîte par le chemin court et par le long', async () => {
  const random = createRandom(362)
  const texts = Array.from({ length: 400 }, () => {
    const part = (many: number) =>
      Array.from({ length: random.between(1, many) }, () =>
        random.pick(['a', 'Z', '0', '_', '-', '+', '.', 'le', 'é', ' ']),
      ).join('')
    const domain = random.pick([
      'gmail.com',
      'GMail.COM',
      'googlemail.com',
      'xgmail.com',
      'Asso.fr',
      'b.co.uk',
      'fr',
      'a..fr',
    ])
    return `${part(5)}@${domain}${random.pick(['', '', '', '.', ' '])}`
  })
  const { rows } = await sql<{ texte: string; court: string[]; long: string[] }>`
    select texte, emails_nommes(texte) as court, cles_emails(texte) as long
    from unnest(${texts}::text[]) as texte`.execute(db)
  for (const { texte, court, long } of rows)
    expect({ texte, boites: court }).toEqual({ texte, boites: long })
  expect(rows.filter(({ long }) => long.length === 1).length).toBeGreaterThan(100)
})

test('une boîte est gardée par son HMAC sous le secret de la base', async () => {
  const { rows } = await sql<{ interne: Buffer; externe: Buffer; email: string; faite: Buffer }>`
    select interne, externe, email, empreinte_adresse(interne, externe, email) as faite
    from secret_raisons
    cross join unnest(array['anne@asso.fr', 'é\\\\n''@x', 'a\\\\b@x.fr']) as email`.execute(db)
  const sha256 = (...parts: (Buffer | string)[]) =>
    parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
  for (const { interne, externe, email, faite } of rows)
    expect(faite).toEqual(sha256(externe, sha256(interne, `adresse:${email}`)))
  expect(rows.length).toBe(3)
})

/** A mailbox of so many, half of them where dots do not count. */
const boite = (at: number) =>
  at % 2 === 0 ? `anne.le.gall${at}@asso.fr` : `annelegall${at}@gmail.com`

/** One spelling of a mailbox, as people and tools write them. */
function ecrire(random: Random, at: number): string {
  const [local = '', domain = ''] = boite(at).split('@')
  const dotted = domain === 'gmail.com' && random.chance(0.5) ? local.replace('le', '.le.') : local
  const tagged = random.chance(0.3) ? `${dotted}+Dons${random.between(1, 9)}` : dotted
  const host = domain === 'gmail.com' && random.chance(0.3) ? 'GoogleMail.com' : domain
  const blank = random.pick(['', '', '', ' ', '\u00A0', '\t', '\u200B', ' \u202F'])
  const address = random.pick([
    `${tagged}@${host}`,
    `${tagged.toUpperCase()}@${host}`,
    `${tagged}${blank}@${blank}${host}`,
    `${blank}${tagged}@${host.replace('.', `${blank}.`)}${blank}`,
    `${tagged}\uFF20${host}.`,
    `${tagged.slice(0, 4)}${blank}${tagged.slice(4)}@${host}`,
  ])
  return random.pick([
    address,
    address,
    `<${address}>`,
    `Anne LE GALL <${address}>`,
    `mailto:${address}`,
    `(${address})`,
  ])
}

describe('Aucune sélection ne contient qui s’y oppose', () => {
  test(
    'par son numéro, par son e\u2011mail en toute écriture, ou par une autre fiche de la même personne, après tout ce qui peut arriver',
    { timeout: PATIENCE },
    async () => {
      const random = createRandom(360)
      for (let tirage = 0; tirage < tirages(12); tirage += 1) await histoire(random)
    },
  )

  async function histoire(random: Random): Promise<void> {
    await tamper(db, sql`delete from oppositions_actes`, 'oppositions_actes')
    await tamper(db, sql`delete from evenements_exclusion`)
    // What merges came to is computed of the events since the last that was.
    await sql`update regroupes_calcules set numero = 0`.execute(db)
    await empty(db, 'donations', 'donateurs', 'donateurs_exclus', 'groupes_contacts')
    await empty(db, 'donateurs_anonymises', 'oppositions_adresses', 'lignes_avant_import')
    const ids = Array.from({ length: 24 }, (_, at) => `C${at}`) as [string, ...string[]]
    await give(...ids)
    const cartes = new Map<string, number[]>()
    /** The mailboxes of every card that a contact had. */
    const passees = new Map<string, Set<number>>()
    const principal = new Map<string, string>()
    const numeros = new Map<string, Set<string>>()
    const adresses = new Map<string, Set<number>>()
    const exclus = new Set<string>()
    const anonymes = new Set<string>()
    const of = <Of>(kept: Map<string, Set<Of>>, key: string) => {
      const found = kept.get(key) ?? new Set<Of>()
      kept.set(key, found)
      return found
    }
    const compte = (id: string) => principal.get(id) ?? id

    const importer = async () => {
      const rows = ids
        .filter(() => random.chance(0.6))
        .map((id): [string, number[]] => [
          id,
          Array.from(
            {
              length: random.weighted([
                [0, 2],
                [1, 8],
                [2, 2],
              ]),
            },
            () => random.between(0, 15),
          ),
        ])
      for (const [id, boites] of rows.filter(([one]) => !anonymes.has(one))) {
        cartes.set(id, boites)
        for (const at of boites) of(passees, id).add(at)
      }
      await fiches(
        Object.fromEntries(
          rows.map(([id, boites]) => [
            id,
            boites.map((at) => ecrire(random, at)).join(random.pick([' ', '; ', ' / ', ', '])),
          ]),
        ),
      )
      await refresh(app)
    }
    const natures = ['deces', 'courrier', 'email', 'telephone'] as const
    const opposer = async () => {
      const nature = random.pick(natures)
      const contacts = ids.filter(() => random.chance(0.07))
      const boites = Array.from({ length: random.between(0, 2) }, () => random.between(0, 15))
      if (contacts.length + boites.length === 0) return
      for (const id of contacts) of(numeros, nature).add(id)
      for (const at of boites) of(adresses, nature).add(at)
      // A blank within a name cannot part a cell, a tab or a comma would.
      const written = boites.map((at) => ecrire(random, at).replaceAll('\t', ' '))
      const noted = await noter([...contacts, ...written].join('\n'), { nature })
      expect(noted.status, JSON.stringify(noted)).toBe(201)
    }
    const relever = async () => {
      const { actes } = await lire('?limit=100')
      const found = actes[random.between(0, actes.length - 1)]
      if (!found || (found.contact_id ?? found.email) === null) return
      const at = found.email === null ? null : /(\d+)@/.exec(found.email)?.[1]
      if (found.contact_id !== null) of(numeros, found.nature).delete(found.contact_id)
      if (at !== null) of(adresses, found.nature).delete(Number(at))
      // A blank within a name leaves two addresses, each an act of its own.
      for (const one of actes)
        if (
          one.nature === found.nature &&
          (one === found || (at !== null && /(\d+)@/.exec(one.email ?? '')?.[1] === at))
        )
          expect((await lever(one.numero)).status).toBe(201)
    }
    const fusionner = async () => {
      const [one, other] = [random.pick(ids), random.pick(ids)]
      if (severalServers() || compte(one) === compte(other) || anonymes.has(one)) return
      const fused = await post('/api/donateurs/fusionner', {
        groupes: [{ principal: one, contacts: [other] }],
        raison: 'Même personne',
      })
      if (fused.status !== 200 && fused.status !== 201) return
      const all = ids.filter((id) => [compte(one), compte(other)].includes(compte(id)))
      for (const id of all) principal.set(id, one)
    }
    const anonymiser = async () => {
      const id = random.pick(ids)
      if (anonymes.has(id)) return
      const client = await database.pool.connect()
      for (const one of ids.filter((member) => compte(member) === compte(id))) {
        for (const nature of natures) {
          const held = [...of(numeros, nature)].some((other) => compte(other) === compte(one))
          const boites = [...of(passees, one)]
          if (!held && !boites.some((at) => of(adresses, nature).has(at))) continue
          of(numeros, nature).add(one)
          for (const at of boites) of(adresses, nature).add(at)
        }
        anonymes.add(one)
        await anonymiseDonateur(client, one).catch((error: unknown) => {
          client.release()
          throw error
        })
        cartes.delete(one)
        passees.delete(one)
      }
      client.release()
    }
    const exclure = async () => {
      const id = random.pick(ids)
      if (principal.size > 0 || exclus.has(id)) return
      await exclude(db, id)
      exclus.add(id)
    }

    await importer()
    for (let at = 0; at < 14; at += 1)
      await random.weighted([
        [opposer, 5],
        [importer, 2],
        [relever, 2],
        [fusionner, 3],
        [exclure, 1],
        [anonymiser, 1],
      ])()

    const boites = new Set([...adresses.values()].flatMap((some) => [...some]))
    for (const id of of(numeros, 'email')) for (const at of cartes.get(id) ?? []) boites.add(at)
    const contacts = new Set([...numeros.values()].flatMap((some) => [...some]))
    const isOpposed = (id: string) =>
      ids
        .filter((other) => compte(other) === compte(id))
        .some(
          (member) =>
            contacts.has(member) || (cartes.get(member) ?? []).some((at) => boites.has(at)),
        )
    const personnes = ids.filter((id) => compte(id) === id)
    const found = await selection()
    expect(found.ids).toEqual(personnes.filter((id) => !isOpposed(id) && !exclus.has(id)).sort())
    expect(found.opposes).toBe(personnes.filter(isOpposed).length)
    // Of a list that counts nobody who is excluded.
    const actifs = await selection('ensemble=actifs&annee=2024')
    expect(actifs.ids).toEqual(found.ids)
  }
})
