import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createRandom } from '../../../service/programs/demo/random'
import {
  COLONNES_OUTIL,
  ecrireOutil,
  lectureDe,
  melanger,
  tirerLignes,
  SORTS,
  ecrire,
  lectureNue,
} from '../../support/fichiers-ecrits'
import { importerOutil, readBase } from '../../support/fichiers-outil'
import { PATIENCE, tirages } from '../../support/hasard'
import { type ChoixOutil, Gens, MondeOutil } from '../../support/reference/outil'
import { startService } from '../../support/service'

const { app, database } = await startService()
const { db } = database

const GRAINE = Number(process.env['GRAINE'] ?? Date.now() % 100_000)

async function compare(monde: MondeOutil, gens: Gens, prefixe: string): Promise<void> {
  const { dons, fiches } = await readBase(db, prefixe)
  const emails = new Map(fiches.map(({ contact_id, email }) => [contact_id, email]))
  expect(
    dons.map(({ id, order_amount, order_date }) => [
      id,
      Math.round(order_amount * 100),
      order_date,
    ]),
  ).toEqual(
    [...monde.dons]
      .map(([id, { cents, jour }]) => [id, cents, jour])
      .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  )
  const called = new Map<string, object>()
  for (const { id, contact_id, product_code } of dons) {
    const don = monde.dons.get(id)
    if (!don) throw new Error(id)
    const said = don.plusGrandes.filter(({ tarif }) => tarif === product_code)
    expect(said).not.toEqual([])
    const [personne, ...others] = new Set(said.map((one) => one.personne))
    // One person has one number, and one number is one person's.
    if (!gens.estSur || !personne || others.length > 0) continue
    expect(personne.contact ?? contact_id).toBe(contact_id)
    expect(called.get(contact_id) ?? personne).toBe(personne)
    personne.contact = contact_id
    personne.email = emails.get(contact_id)?.toLowerCase() ?? ''
    called.set(contact_id, personne)
  }
}

const somme = <Key extends string>(rows: Record<Key, number>[], key: Key) =>
  rows.reduce((sum, row) => sum + row[key], 0)

/** Gifts as an account tells them by year. */

function parAnnee(dons: { order_date: string; order_amount: number }[]) {
  const annees = new Map<number, { dons: number; cents: number }>()
  for (const { order_date, order_amount } of dons) {
    const annee = Number(order_date.slice(0, 4))
    const { dons: nombre, cents } = annees.get(annee) ?? { dons: 0, cents: 0 }
    annees.set(annee, { dons: nombre + 1, cents: cents + Math.round(order_amount * 100) })
  }
  return [...annees]
    .toSorted(([one], [other]) => one - other)
    .map(([annee, { dons: nombre, cents }]) => ({ annee, dons: nombre, montant: cents / 100 }))
}

const euros = (cents: object) =>
  Object.fromEntries(
    Object.entries(cents).map(([name, value]: [string, number]) => [name, value / 100]),
  )

test(
  `les fichiers d’un outil font ce qu’une deuxième lecture fait d’eux, deux fois ou dans un autre ordre aussi (graine ${GRAINE})`,
  { timeout: PATIENCE },
  async () => {
    const gens = new Gens()
    for (let tour = 0; tour < tirages(4); tour++) {
      const random = createRandom(GRAINE + tour)
      const cle = tour % 2 === 0 ? 'commande_et_jour' : 'numero'
      const choix: ChoixOutil = {
        prefixe: `P${tour}`,
        cle,
        isUtc: random.chance(0.5),
        sorts: SORTS,
      }
      const lecture = lectureDe(choix)
      const monde = new MondeOutil(gens)
      for (let fichier = 0; fichier < 3; fichier++) {
        const lignes = tirerLignes(random, 25, `g${GRAINE}t${tour}`, cle)
        const lu = monde.importer(lignes, choix)
        const { compte, status } = await importerOutil(app, ecrireOutil(lignes), lecture)
        expect(compte.lignes).toEqual(lu.lignes)
        expect(compte.montants).toEqual({ ...euros(lu.centimes), additionnees: undefined })
        expect(status).toMatchObject({ status: 'completed', type: 'fichier' })
        const { nouveaux, modifies, mis_a_zero } = compte.dons
        expect(status).toMatchObject({
          outil: { mis_a_zero, lignes: lignes.length },
          resultat: { inseres: nouveaux, modifies },
        })
        expect(somme(compte.par_annee, 'dons')).toBe(compte.dons.total)
        expect(somme(compte.par_annee, 'montant')).toBeCloseTo(compte.dons.montant, 6)
        if (fichier === 0)
          expect(compte.par_annee).toEqual(parAnnee((await readBase(db, choix.prefixe)).dons))
        await compare(monde, gens, choix.prefixe)
        if (fichier < 2) continue
        const before = await readBase(db, choix.prefixe)
        const again = melanger(lignes, random)
        const { status: same } = await importerOutil(
          app,
          ecrireOutil(again, melanger(COLONNES_OUTIL, random)),
          lecture,
        )
        expect(same.resultat).toMatchObject({ inseres: 0, modifies: 0 })
        expect(await readBase(db, choix.prefixe)).toEqual(before)
      }
    }
  },
)

test('un fichier qui ne numérote rien se reconnaît au donateur, au jour, au montant et au rang', async () => {
  const random = createRandom(GRAINE)
  const lecture = { ...lectureNue('RANG'), cle: 'contact_jour_montant' as const }
  const stored = new Map<string, number>()
  const all = Array.from({ length: 60 }, (_, at) => ({
    jour: 1 + (at % 6),
    email: `rang${random.between(1, 3)}@ici.org`,
    euros: random.between(1, 2),
    tarif: random.pick(['Don', 'Billet']),
  }))
  // Whole days, which overlap.
  for (const [from, to] of [
    [1, 4],
    [3, 6],
    [1, 6],
  ] as const) {
    const dons = melanger(
      all.filter(({ jour }) => jour >= from && jour <= to),
      random,
    )
    const equals = new Map<string, number>()
    for (const { jour, email, euros: amount } of dons) {
      const cle = `${email} ${jour} ${amount}`
      equals.set(cle, (equals.get(cle) ?? 0) + 1)
    }
    for (const [cle, nombre] of equals) stored.set(cle, Math.max(stored.get(cle) ?? 0, nombre))
    const lignes = dons.map(({ jour, email, euros: amount, tarif }) => [
      ...['', '', `0${jour}/03/2025 10:00`, 'Validé', 'Luce', 'RANG', email, '', tarif],
      ...[`${amount},00`, '', '', ''],
    ])
    const { compte } = await importerOutil(app, ecrire(lignes), lecture)
    expect(compte.lignes).toMatchObject({ lues: dons.length, dons: dons.length, additionnees: 0 })
    expect(compte.avertissements.join(' ')).toContain('ne numérote pas ses dons')
    const again = await importerOutil(app, ecrire(melanger(lignes, random)), lecture)
    expect(again.status.resultat).toMatchObject({ inseres: 0, modifies: 0 })
    const { rows } = await sql<{ cle: string; nombre: number }>`
      select concat_ws(' ', email, extract(day from order_date), order_amount::integer) as cle, count(*) as nombre
      from donations join donateurs using (contact_id)
      where id like 'RANG-%' group by 1`.execute(db)
    expect(Object.fromEntries(rows.map(({ cle, nombre }) => [cle, nombre]))).toEqual(
      Object.fromEntries(stored),
    )
  }
})
