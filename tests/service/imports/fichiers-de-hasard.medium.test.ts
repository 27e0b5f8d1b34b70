import { expect, test } from 'vitest'
import type { Sort } from '#contract/lecture'
import { forget } from '../../../service/imports/staging/forget'
import { FICHIERS } from '../../support/fichiers-de-hasard'
import { compter, depose } from '../../support/fichiers-outil'
import { startService } from '../../support/service'

const { app, database } = await startService()

test.each(FICHIERS)(
  'un fichier de $nom est juste, ou demandé, et rien d’autre ne l’est',
  async ({ lignes, dons, euros, demande = {} }) => {
    const { fichier_id, lecture } = await depose(app, lignes.join('\n'))
    if (!lecture) throw new Error('nothing proposed')
    const { compte } = await compter(app, fichier_id, lecture)
    expect([...new Set(compte.bloque.map(({ colonne }) => colonne))]).toEqual(Object.keys(demande))
    const sorts = [...new Set(compte.valeurs.map(({ colonne }) => colonne))].map((colonne) => ({
      colonne,
      valeurs: Object.fromEntries(
        compte.valeurs
          .filter((one) => one.colonne === colonne)
          .map(({ valeur }): [string, Sort] => [
            valeur,
            demande[String(colonne)]?.includes(valeur) ? 'ne_compte_pas' : 'compte',
          ]),
      ),
    }))
    const decided = await compter(app, fichier_id, { ...lecture, sorts })
    expect(decided.compte).toMatchObject({ bloque: [], dons: { total: dons, montant: euros } })
    await forget(database.db, fichier_id)
  },
)
