import { expect, test } from 'vitest'
import { garderModele } from '#contract/lecture'
import type { LectureFichier } from '#contract/lecture'
import { compter, demanderImport, depose } from '../../support/fichiers-outil'
import { waitForImport } from '../../support/imports'
import { startService } from '../../support/service'

const { app, database } = await startService()
const { db } = database

interface Don {
  numero: string
  jour: string
  qui?: string
  euros: number
}

const ecrire = (dons: readonly Don[]) =>
  [
    'Numéro du don;Date du don;Nom;Prénom;Email;Montant',
    ...dons.map(
      ({ numero, jour, qui = `Nom${numero}`, euros }) =>
        `${numero};${jour};${qui};Rose;${qui}@exemple.fr;${euros},00`,
    ),
  ].join('\n')

/** Gifts 1 … n of a year, one a day. */
const annee = (an: number, combien = 5, numeros: (at: number) => string = String): Don[] =>
  Array.from({ length: combien }, (_, at) => ({
    numero: numeros(at + 1),
    jour: `${String(10 + at)}/01/${an}`,
    euros: an - 2003 + at,
  }))

async function lire(prefixe: string, dons: readonly Don[], plus: Partial<LectureFichier> = {}) {
  const { fichier_id, lecture: proposee } = await depose(app, ecrire(dons))
  if (!proposee) throw new Error('nothing proposed')
  const lecture = { ...proposee, prefixe, ...plus }
  const { compte, empreinte } = await compter(app, fichier_id, lecture)
  const importer = async () => {
    const answer = await demanderImport(app, fichier_id, { lecture, empreinte })
    if (answer.statusCode === 202) await waitForImport(app, fichier_id)
    return answer
  }
  return { fichier_id, lecture, compte, importer }
}

const enregistres = async (prefixe: string) => {
  const dons = await db
    .selectFrom('donations')
    .select(['order_date', 'order_amount'])
    .where('id', 'like', `${prefixe}-%`)
    .execute()
  const of: Record<string, number> = {}
  for (const { order_date, order_amount } of dons)
    of[order_date.slice(0, 4)] = (of[order_date.slice(0, 4)] ?? 0) + order_amount
  return of
}

test('des numéros qui recommencent chaque année bloquent l’import, et chaque réponse dit ce qu’elle donne', async () => {
  await (await lire('ZA', annee(2023))).importer()
  const { compte, importer } = await lire('ZA', annee(2024))
  expect(compte.numeros_repris).toEqual({
    nombre: 5,
    connus: 5,
    prefixe: 'ZA2024',
    autres_dons: [
      { annee: 2023, dons: 5, montant: 110 },
      { annee: 2024, dons: 5, montant: 115 },
    ],
    corrections: [
      { annee: 2023, dons: 0, montant: 0 },
      { annee: 2024, dons: 5, montant: 115 },
    ],
  })
  const refus = await importer()
  expect(refus.statusCode).toBe(422)
  expect(refus.json()).toMatchObject({ champ: 'numeros_repris' })
  expect(await enregistres('ZA')).toEqual({ 2023: 110 })

  const autres = await lire('ZA2024', annee(2024))
  expect(autres.compte.numeros_repris).toBeNull()
  await autres.importer()
  expect({ ...(await enregistres('ZA')), ...(await enregistres('ZA2024')) }).toEqual({
    2023: 110,
    2024: 115,
  })
})

test('un préfixe que des dons ont déjà n’est pas proposé, ni un plus long qu’un préfixe ne peut être', async () => {
  await (await lire('HELL', annee(2023))).importer()
  await (await lire('HELL2024', annee(2022))).importer()
  const { compte } = await lire('HELL', annee(2024))
  expect(compte.numeros_repris?.prefixe).toBe('HEL2024B')
})

test('dits des corrections, ils remplacent les dons, de ce fichier seul : un modèle ni un prochain fichier n’en savent rien', async () => {
  await (await lire('ZB', annee(2021))).importer()
  const { importer, lecture } = await lire('ZB', annee(2022), { numeros_repris: 'corrections' })
  expect((await importer()).statusCode).toBe(202)
  expect(await enregistres('ZB')).toEqual({ 2022: 105 })
  const garde = await app.inject({
    method: 'POST',
    url: garderModele.path,
    payload: { nom: 'Zb', lecture },
  })
  expect(garde.json()).not.toHaveProperty('lecture.numeros_repris')
  const suite = await depose(app, ecrire(annee(2025)))
  expect(suite.lecture).not.toHaveProperty('numeros_repris')
})

test.each<[string, Don[], Don[], boolean]>([
  [
    'des numéros à zéros',
    annee(2020, 5, (at) => `000${at}`),
    annee(2021, 5, (at) => `000${at}`),
    true,
  ],
  ['trois numéros 1 à 3', annee(2020, 3), annee(2021, 3), true],
  [
    'cinq numéros sur trente',
    annee(2020, 20, (at) => `R${at}`),
    [...annee(2021, 5, (at) => `R${at}`), ...annee(2020, 20, (at) => `R${at}`).slice(5)],
    true,
  ],
  [
    'quatre numéros sur trente',
    annee(2020, 20, (at) => `R${at}`),
    [...annee(2021, 4, (at) => `R${at}`), ...annee(2020, 20, (at) => `R${at}`).slice(4)],
    false,
  ],
  [
    'd’autres donateurs et jours, la même année',
    annee(2020, 3, (at) => `R${at}`),
    annee(2020, 3, (at) => `R${at}`).map((don) => ({
      ...don,
      qui: `Autre${don.numero}`,
      jour: `2${don.jour.slice(1)}`,
    })),
    true,
  ],
  ['le même fichier', annee(2020), annee(2020), false],
  ['le même fichier, et la suite', annee(2020), annee(2020, 9), false],
  ['des montants corrigés', annee(2020), annee(2020).map((don) => ({ ...don, euros: 99 })), false],
  [
    'un jour corrigé',
    annee(2020),
    annee(2020).map((don, at) => (at === 0 ? { ...don, jour: '25/01/2020' } : don)),
    false,
  ],
])(
  '%s : demandé seulement où ce peut être d’autres dons',
  async (_quoi, avant, apres, estDemande) => {
    const prefixe = `T${_quoi
      .normalize('NFD')
      .replace(/[^a-z]/gi, '')
      .toUpperCase()
      .slice(-7)}`
    await (await lire(prefixe, avant)).importer()
    const { compte } = await lire(prefixe, apres)
    expect(compte.numeros_repris !== null).toBe(estDemande)
  },
)
