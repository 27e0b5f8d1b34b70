import { expect, test } from 'vitest'
import { createRandom } from '../../../service/programs/demo/random'
import {
  COLONNES_OUTIL,
  ecrireOutil,
  lectureDe,
  melanger,
  tirerLignes,
} from '../../support/fichiers-ecrits'
import { importerOutil } from '../../support/fichiers-outil'
import { PATIENCE, tirages } from '../../support/hasard'
import { type ChoixOutil, Gens, MondeOutil } from '../../support/reference/outil'
import { startService } from '../../support/service'

const { app, database } = await startService()
const { db } = database

const GRAINE = Number(process.env['GRAINE'] ?? Date.now() % 100_000)
const SORTS = { Validé: 'compte', Refusé: 'ne_compte_pas', Remboursé: 'rembourse' } as const

/** What the base has under a prefix, gifts and the cards of their donors. */
async function readBase(prefixe: string) {
  const dons = await db
    .selectFrom('donations')
    .selectAll()
    .where('id', 'like', `${prefixe}-%`)
    .orderBy('id')
    .execute()
  const fiches = await db
    .selectFrom('donateurs')
    .selectAll()
    .where('contact_id', 'in', ['', ...dons.map((don) => don.contact_id)])
    .orderBy('contact_id')
    .execute()
  return { dons, fiches }
}

/** Compares the base with the reference, and tells it what its people are called. */
async function compare(monde: MondeOutil, gens: Gens, prefixe: string): Promise<void> {
  const { dons } = await readBase(prefixe)
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
    called.set(contact_id, personne)
  }
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
        await compare(monde, gens, choix.prefixe)
        if (fichier < 2) continue
        const before = await readBase(choix.prefixe)
        const again = melanger(lignes, random)
        const { status: same } = await importerOutil(
          app,
          ecrireOutil(again, melanger(COLONNES_OUTIL, random)),
          lecture,
        )
        expect(same.resultat).toMatchObject({ inseres: 0, modifies: 0 })
        expect(await readBase(choix.prefixe)).toEqual(before)
      }
    }
  },
)
