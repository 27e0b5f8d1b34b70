import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import type { CompteFichier } from '#contract/fichiers'
import type { LectureFichier, Sort } from '#contract/lecture'
import { forget } from '../../../service/imports/staging/forget'
import { FICHIERS } from '../../support/fichiers-de-hasard'
import { FICHIERS_DE_MAIN } from '../../support/fichiers-de-main'
import { compter, depose, repondre } from '../../support/fichiers-outil'
import { startService } from '../../support/service'

const { app, database } = await startService()

type Compte = NonNullable<CompteFichier['compte']>

/** The values of these columns that are no gift do not count, all others do. */
const decider = (valeurs: Compte['valeurs'], demande: Record<string, string[]>) =>
  [...new Set(valeurs.map(({ colonne }) => colonne))].map((colonne) => ({
    colonne,
    valeurs: Object.fromEntries(
      valeurs
        .filter((one) => one.colonne === colonne)
        .map(({ valeur, sort }): [string, Sort] => [
          valeur,
          demande[String(colonne)]?.includes(valeur) ? 'ne_compte_pas' : (sort ?? 'compte'),
        ]),
    ),
  }))

const colonnesDe = (valeurs: readonly { colonne: string | number }[]) => [
  ...new Set(valeurs.map(({ colonne }) => String(colonne))),
]

test.each(FICHIERS)(
  'un fichier de $nom est juste, ou demandé, et rien d’autre ne l’est',
  async ({ lignes, dons, euros, demande = {} }) => {
    const { fichier_id, lecture } = await depose(app, lignes.join('\n'))
    if (!lecture) throw new Error('nothing proposed')
    const { compte } = await compter(app, fichier_id, lecture)
    expect(colonnesDe(compte.bloque)).toEqual(Object.keys(demande))
    const sorts = decider(compte.valeurs, demande)
    const decided = await compter(app, fichier_id, { ...lecture, sorts })
    expect(decided.compte).toMatchObject({ bloque: [], dons: { total: dons, montant: euros } })
    await forget(database.db, fichier_id)
  },
)

const deTrop: string[] = []

/** The account of a reading as it is proposed, or nothing where the page asks for the reading itself. */
async function lu(fichierId: string, lecture: LectureFichier | null) {
  if (!lecture) return undefined
  const answer = await repondre(app, fichierId, lecture)
  return answer.statusCode === 200 ? (answer.json<CompteFichier>().compte ?? undefined) : undefined
}

test.each(FICHIERS_DE_MAIN)(
  '$fichier ($outil) : juste, ou demandé',
  async ({ fichier, demande, arret, dons, donateurs, euros, nuls = 0 }) => {
    const bytes = readFileSync(`tests/support/mains/${fichier}`)
    const { fichier_id, lecture } = await depose(app, bytes, fichier)
    const before = await lu(fichier_id, lecture)
    expect(before === undefined, 'ce que la page demande d’abord').toBe(arret ?? false)
    if (before && lecture) {
      const [asked, shown] = [colonnesDe(before.bloque), colonnesDe(before.a_voir)]
      const hidden = before.masquees ? Object.keys(demande) : []
      expect([...asked, ...shown, ...hidden]).toEqual(expect.arrayContaining(Object.keys(demande)))
      if (asked.some((colonne) => !demande[colonne])) deTrop.push(`${fichier}: ${asked.join()}`)
      const said = before.a_voir.filter(({ colonne }) => demande[String(colonne)])
      const { compte } = await compter(app, fichier_id, {
        ...lecture,
        sorts: decider([...before.valeurs, ...said], demande),
        ...(before.masquees && { lignes_masquees: 'lire' as const }),
      })
      expect(colonnesDe(compte.bloque).filter((colonne) => !demande[colonne])).toEqual([])
      const all = await compter(app, fichier_id, {
        ...lecture,
        sorts: decider([...compte.valeurs, ...said], demande),
        ...(before.masquees && { lignes_masquees: 'lire' as const }),
      })
      expect(all.compte).toMatchObject({
        bloque: [],
        dons: { total: dons + nuls, montant: euros },
        donateurs: { nouveaux: donateurs + nuls },
      })
    }
    await forget(database.db, fichier_id)
  },
)

afterAll(() =>
  expect(deTrop.length, deTrop.join('\n')).toBeLessThanOrEqual(
    (FICHIERS.length + FICHIERS_DE_MAIN.length) / 10,
  ),
)
