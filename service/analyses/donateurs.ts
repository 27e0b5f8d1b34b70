import { sql } from 'kysely'
import {
  type NonFidelesCampagnes,
  nonFidelesCampagnes,
  type SegmentationAnnuelle,
  segmentationAnnuelle,
  type SegmentationGlobale,
  segmentationGlobale,
} from '#contract/donateurs'
import { formatCount, formatPercent, plural } from '#figures/format'
import { partOf, sum } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import { type Analysis, call, type Given } from './analysis'
import { groupByAnnee } from './annees'
import { rule } from './definition'

export default {
  section: 'Donateurs',
  calls: [
    call(segmentationAnnuelle, ({ db }) => readSegmentationAnnuelle(db)),
    call(segmentationGlobale, ({ db }) => readSegmentationGlobale(db)),
    call(nonFidelesCampagnes, ({ config, db }) => readNonFideles(db, config.CAMPAGNE_PRODUIT)),
  ],
  definitions: defineDonateurs,
} satisfies Analysis

async function readSegmentationAnnuelle(db: Db): Promise<SegmentationAnnuelle> {
  const rows = await db.selectFrom('segments_annuels_a_jour').selectAll().execute()
  return {
    data: groupByAnnee(rows).map(({ annee, rows }) => {
      const count = (segment: 1 | 2 | 3) => rows.find((row) => row.segment === segment)?.nombre ?? 0
      const total = sum(rows.map(({ nombre }) => nombre))
      return {
        annee,
        beginners: partOf(count(1), total),
        fideles: partOf(count(2), total),
        super_fideles: partOf(count(3), total),
        total_donateurs: total,
      }
    }),
  }
}

async function readSegmentationGlobale(db: Db): Promise<SegmentationGlobale> {
  const { rows } = await sql<Record<'un' | 'quelques' | 'beaucoup' | 'total', number>>`
    select
      coalesce(sum(nombre) filter (where segment = 1), 0) as un,
      coalesce(sum(nombre) filter (where segment = 2), 0) as quelques,
      coalesce(sum(nombre) filter (where segment = 3), 0) as beaucoup,
      coalesce(sum(nombre), 0) as total
    from carrieres_a_jour`.execute(db)
  const { un, quelques, beaucoup, total } = rows[0] ?? { un: 0, quelques: 0, beaucoup: 0, total: 0 }
  return {
    donnees: {
      non_fideles: partOf(un, total),
      fideles: partOf(quelques, total),
      super_fideles: partOf(beaucoup, total),
      total_donateurs: total,
    },
  }
}

/** One-gift donors by the campaign of that gift. */
async function readNonFideles(db: Db, produit: string): Promise<NonFidelesCampagnes> {
  const rows = await db
    .selectFrom('carrieres_a_jour')
    .select(['premier_vfl', 'nombre'])
    .where('segment', '=', 1)
    .execute()
  const count = (vfl: boolean) => rows.find((row) => row.premier_vfl === vfl)?.nombre ?? 0
  const total = count(true) + count(false)
  return {
    donnees: {
      vfl: partOf(count(true), total),
      [produit.toLowerCase()]: partOf(count(false), total),
    },
  }
}

/** Defines segments, with a year's as examples. */
async function defineDonateurs({ db }: Given, annee: number) {
  const [annuelle, globale] = await Promise.all([
    readSegmentationAnnuelle(db),
    readSegmentationGlobale(db),
  ])
  const year = annuelle.data.find((row) => row.annee === annee)
  const { fideles, total_donateurs } = globale.donnees
  return {
    'segments-annuels': rule({
      titre: 'Segments de fréquence de l’année',
      formule:
        'Donateurs de l’année selon le nombre de leurs dons de l’année : 1, de 2 à 5, 6 et plus. Une moyenne est celle des années ; son pourcentage, un rapport de sommes.',
      exemple:
        year && year.total_donateurs > 0
          ? `${annee} : ${formatCount(year.beginners.nombre)} + ${formatCount(year.fideles.nombre)} + ${formatCount(year.super_fideles.nombre)} = ${plural(year.total_donateurs, 'donateur')}.`
          : null,
    }),
    'segments-carriere': rule({
      titre: 'Segments de fréquence de toute la carrière',
      formule: 'Donateurs selon le nombre de tous leurs dons : 1, de 2 à 5, 6 et plus.',
      exemple:
        total_donateurs > 0
          ? `Fidèles : ${formatCount(fideles.nombre)} sur ${plural(total_donateurs, 'donateur')}, soit ${formatPercent(fideles.pourcentage)}.`
          : null,
    }),
    'non-fideles': rule({
      titre: 'Donateurs non fidèles par campagne',
      formule: 'Donateurs qui n’ont fait qu’un don, selon la campagne de ce don.',
      exemple: null,
    }),
  }
}
