import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { LectureFichier, Sort } from '../../../service/contract/lecture'
import { MODELES_LIVRES } from '../../../service/imports/modeles'
import { type Compte, compter, demanderImport, depose } from '../../support/fichiers-outil'
import { postFile, waitForImport } from '../../support/imports'
import { startService } from '../../support/service'

const FOLDER = new URL('../../support/modeles/', import.meta.url)

interface Don {
  id: string
  jour: string
  montant: number
  donateur: Record<string, string | boolean>
  [code: string]: unknown
}

/** What people worked out by hand, from the law, of an invented file. */
interface Attendu {
  modele: string
  etat: 'reconnu' | 'propose'
  manquantes: string[]
  bloque: Compte['bloque']
  decisions: Record<string, Record<string, Sort>>
  lignes?: Compte['lignes']
  montants: Compte['montants']
  compte: Compte['dons']
  donateurs: Compte['donateurs']
  dons: Don[]
}

const { app, database } = await startService()
const { db } = database

const lire = (nom: string) => ({
  contenu: readFileSync(new URL(`${nom}.csv`, FOLDER)),
  attendu: JSON.parse(readFileSync(new URL(`${nom}.json`, FOLDER), 'utf8')) as Attendu,
})

/** A reading with what somebody decided of the values that no model knows. */
const decider = (lecture: LectureFichier, decisions: Attendu['decisions']): LectureFichier => ({
  ...lecture,
  sorts: [
    ...lecture.sorts.map((sort) => ({
      ...sort,
      valeurs: { ...sort.valeurs, ...decisions[String(sort.colonne)] },
    })),
    // Of a column that no model decides by.
    ...Object.entries(decisions)
      .filter(([name]) => !lecture.sorts.some(({ colonne }) => colonne === name))
      .map(([colonne, valeurs]) => ({ colonne, valeurs })),
  ],
})

const trier = <Row>(rows: Row[]): Row[] =>
  rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))

/** Stored gifts with the cards of their donors, without what is empty. */
async function lireDons(ids: string[]): Promise<(Don & { contact_id: string })[]> {
  // On several servers, a gift and its donor's card are not found in one place.
  const { rows } = await sql<Record<string, unknown>>`
    with d as materialized (select * from donations where id = any(${ids})),
      c as materialized (select * from donateurs where contact_id in (select contact_id from d))
    select d.id, to_char(order_date, 'YYYY-MM-DD') as jour, order_amount::float8 as montant, d.contact_id,
      order_id, codemedia_code, campaign_code, origincode_code, product_code,
      (jsonb_strip_nulls(to_jsonb(c)) - 'contact_id') - case when c.is_company then '' else 'is_company' end as donateur
    from d left join c using (contact_id)`.execute(db)
  return rows.map(
    (row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as never,
  )
}

const noms = readdirSync(FOLDER)
  .filter((nom) => nom.endsWith('.csv'))
  .map((nom) => nom.slice(0, -4))
// One base sees them all: later files of a tool meet the donors and gifts of its earlier ones.
const ORDRE = ['helloasso-boutique', 'stripe', 'paypal-fr', 'gocardless']
const suite = [...ORDRE, ...noms.filter((nom) => !ORDRE.includes(nom))]

describe('Les modèles livrés', () => {
  test('chacun a un fichier inventé, et son compte écrit à la main', () => {
    const essayes = new Set(noms.map((nom) => lire(nom).attendu.modele))
    expect([...essayes].toSorted()).toEqual(MODELES_LIVRES.map(({ id }) => id).toSorted())
  })

  test.each(suite)(
    '%s : son compte, ses dons et ses donateurs sont ceux de la loi',
    async (nom) => {
      const { contenu, attendu } = lire(nom)
      const file = await depose(app, contenu, `${nom}.csv`)
      const [reconnu, autre] = file.modeles
      expect(reconnu).toMatchObject({
        id: attendu.modele,
        etat: attendu.etat,
        manquantes: attendu.manquantes,
      })
      expect(reconnu?.remarques.length).toBeGreaterThan(0)
      expect(autre?.etat).not.toBe('reconnu')
      if (!attendu.lignes) return
      if (!file.lecture) throw new Error('no reading')

      const avant = await compter(app, file.fichier_id, file.lecture)
      expect(trier(avant.compte.bloque)).toMatchObject(trier(attendu.bloque))
      if (attendu.bloque.length > 0) {
        const { lecture, empreinte } = avant
        const refused = await demanderImport(app, file.fichier_id, { lecture, empreinte })
        expect(refused.statusCode).toBe(422)
        for (const { valeur } of attendu.bloque) expect(refused.body).toContain(valeur)
      }

      const lecture = decider(file.lecture, attendu.decisions)
      const { compte, empreinte } =
        attendu.bloque.length > 0 ? await compter(app, file.fichier_id, lecture) : avant
      expect(compte.bloque).toEqual([])
      expect(compte.lignes).toEqual(attendu.lignes)
      expect(compte.montants).toEqual(attendu.montants)
      expect(compte.dons).toEqual(attendu.compte)
      expect(compte.donateurs).toEqual(attendu.donateurs)

      const body = { lecture, empreinte, modele: attendu.modele }
      const answer = await demanderImport(app, file.fichier_id, body)
      expect(answer.statusCode, answer.body).toBe(202)
      const status = await waitForImport(app, file.fichier_id)
      expect(status.status, status.message).toBe('completed')
      const dons = await lireDons(attendu.dons.map(({ id }) => id))
      expect(trier(dons.map(({ contact_id: _contact, ...don }) => don))).toEqual(
        trier(attendu.dons),
      )
      // As many donors as cards, and nobody stands twice.
      const contacts = new Set(dons.map(({ contact_id }) => contact_id))
      const cartes = new Set(
        dons.map(({ contact_id, donateur }) => `${contact_id} ${JSON.stringify(donateur)}`),
      )
      expect(cartes.size).toBe(contacts.size)
      const personnes = new Set(attendu.dons.map(({ donateur }) => JSON.stringify(donateur)))
      expect(contacts.size).toBe(personnes.size)

      // The same file again would change nothing.
      const encore = await depose(app, contenu, `${nom}.csv`)
      const { compte: second } = await compter(app, encore.fichier_id, lecture)
      expect(second.dons).toMatchObject({ nouveaux: 0, modifies: 0, mis_a_zero: 0 })
      expect(second.donateurs.nouveaux).toBe(0)
    },
  )

  test('le fichier des contacts d’iRaiser se lit sous l’onglet des donateurs', async () => {
    const header = [
      ...['contactId', 'email', 'optinEmail', 'updateDate', 'country', 'civility', 'gender'],
      ...['lastName', 'firstName', 'company', 'birthdate', 'address1', 'zipcode', 'city'],
      ...['phone', 'mobile'],
    ]
    const row =
      '"5001";"a@ici.org";"1";"2025-05-01";"FR";"Mme";"F";"LEROY";"Anne";"";"1980-01-02";"1 rue";"06000";"Nice";"0493000000";"0600000000"'
    // A company's card may name somebody who works there.
    const societe = row.replace('5001', '5003').replace('""', '"Fonderie du Pont"')
    const content = `${header.map((name) => `"${name}"`).join(';')}\n${row}\n${societe}\n`
    const preview = await postFile(app, 'donateurs', 'preview', content, 'contacts.csv')
    expect(preview.json()).toMatchObject({ valid_contacts: 2 })
    const { fichier_id } = preview.json<{ fichier_id: string }>()
    await app.inject({
      method: 'POST',
      url: '/api/upload/donateurs/upload',
      payload: { fichier_id },
    })
    expect(await waitForImport(app, fichier_id)).toMatchObject({ status: 'completed' })
    const card = (contact_id: string) =>
      db.selectFrom('donateurs').selectAll().where('contact_id', '=', contact_id).executeTakeFirst()
    expect(await card('5003')).toMatchObject({
      lastname: 'Fonderie du Pont',
      firstname: null,
      civility: null,
      is_company: true,
      email: 'a@ici.org',
    })
    expect(await card('5001')).toMatchObject({
      lastname: 'LEROY',
      firstname: 'Anne',
      is_company: false,
      zip: '06000',
      city: 'Nice',
      phone: '0493000000',
      birthdate: '1980-01-02',
    })
  })
})
