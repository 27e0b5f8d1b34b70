import type { FastifyInstance } from 'fastify'
import {
  type NouveauxAnciens,
  nouveauxAnciens,
  nouveauxAnciensAnnees,
  nouveauxCampagnes,
  nouveauxMedia,
  nouveauxOrigine,
  PERIODES,
} from '#contract/nouveaux-anciens'
import { objectifOf, percentOf, sum } from '#figures/ratios'
import type { Config } from '../config'
import type { Db } from '../database/connect'
import { route } from '../http/route'
import { readAnnees } from './annees'
import { compareMedias, compareOrigines, compareProfils } from './comparaison'

export function registerNouveauxAnciens(
  app: FastifyInstance,
  { config, db }: { config: Config; db: Db },
): void {
  route(app, nouveauxAnciensAnnees, () => readAnnees(db))
  route(app, nouveauxAnciens, ({ params }) => readNouveauxAnciens(db, params.annee))
  route(app, nouveauxMedia, ({ params }) => compareMedias(db, params.annee))
  route(app, nouveauxOrigine, ({ params }) => compareOrigines(db, params.annee))
  route(app, nouveauxCampagnes, ({ params }) =>
    compareProfils(db, config.CAMPAGNE_PRODUIT, params.annee),
  )
}

async function readNouveauxAnciens(db: Db, annee: number): Promise<NouveauxAnciens> {
  const rows = await db
    .selectFrom('donateurs_par_mois_a_jour')
    .select(['annee', 'mois', 'recul', 'nombre'])
    .where('annee', 'in', [annee - 1, annee])
    .execute()
  const count = (group: 'nouveaux' | 'anciens', year: number, mois?: readonly number[]) =>
    sum(
      rows
        .filter((row) => row.annee === year && (mois?.includes(row.mois) ?? true))
        .filter((row) => (group === 'nouveaux') === (row.recul === 0))
        .map((row) => row.nombre),
    )
  const nouveaux = count('nouveaux', annee)
  const anciens = count('anciens', annee)
  const nouveauxAvant = count('nouveaux', annee - 1)
  const anciensAvant = count('anciens', annee - 1)
  const share = (nombre: number, total: number, before: number) => ({
    nombre,
    pourcentage_annee: percentOf(nombre, total),
    pourcentage_annee_precedente: percentOf(nombre, before),
  })
  return {
    data: PERIODES.map(({ periode, mois }) => {
      const nouveauxDici = count('nouveaux', annee, mois)
      const anciensDici = count('anciens', annee, mois)
      return {
        periode,
        nouveaux: share(nouveauxDici, nouveaux, nouveauxAvant),
        anciens: share(anciensDici, anciens, anciensAvant),
        total: nouveauxDici + anciensDici,
      }
    }),
    totaux: {
      total_nouveaux: nouveaux,
      total_anciens: anciens,
      total_general: nouveaux + anciens,
      total_nouveaux_precedente: nouveauxAvant,
      total_anciens_precedente: anciensAvant,
      total_general_precedente: nouveauxAvant + anciensAvant,
    },
    objectifs: {
      nouveaux: objectifOf(nouveaux, nouveauxAvant),
      anciens: objectifOf(anciens, anciensAvant),
    },
  }
}
