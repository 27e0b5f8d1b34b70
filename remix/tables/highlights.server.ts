import type { DonateursMixtes, Parcours, RepartitionGlobale } from '#contract/campagnes'
import type { SegmentationAnnuelle } from '#contract/donateurs'
import { formatCount, formatMoney, formatPercent, plural } from '#figures/format'
import { highest, meanOf, percentOf, sum } from '#figures/ratios'
import { lastCampaign, loyaltyOf } from '../screens/campagnes/parcours-table.server'
import type { Highlight } from '../ui/highlights'
import type { Linked } from '../ui/table'
import { donors } from './links'
import { SEGMENTS } from './segments'

/** A worded count linking to its list, if not zero. */
const counted = (count: number, text: string, href: string): string | Linked =>
  count > 0 ? { value: text, href } : text

/** Overall loyalty, the most retaining campaign, the main migration. */
export function parcoursHighlights(parcours: Parcours): Highlight[] {
  const rows = loyaltyOf(parcours)
  const faithful = sum(rows.map(({ fideles }) => fideles))
  const everyone = faithful + sum(rows.map(({ migres }) => migres))
  const rate = ({ fideles, migres }: (typeof rows)[number]) => percentOf(fideles, fideles + migres)
  const best = highest(rows, rate)
  const migration = highest(
    parcours.data.filter(({ comportement }) => comportement.startsWith('MIGRE_')),
    ({ nombre_donateurs }) => nombre_donateurs,
  )
  return [
    {
      label: 'Fidélité globale',
      value: formatPercent(percentOf(faithful, everyone)),
      detail: [
        counted(
          faithful,
          plural(faithful, 'donateur resté', 'donateurs restés'),
          donors({ ensemble: 'carriere', comportement: 'FIDELE' }),
        ),
        ' sur ',
        counted(everyone, formatCount(everyone), donors({ ensemble: 'carriere' })),
      ],
    },
    ...(best
      ? [
          {
            label: 'Campagne la plus fidélisante',
            value: best.campagne,
            detail: [`${formatPercent(rate(best))} de ses donateurs sont restés`],
          },
        ]
      : []),
    ...(migration && migration.nombre_donateurs > 0
      ? [
          {
            label: 'Principale migration',
            value: `${migration.premiere_campagne} → ${lastCampaign(migration.comportement)}`,
            detail: [
              counted(
                migration.nombre_donateurs,
                plural(migration.nombre_donateurs, 'donateur'),
                donors({
                  ensemble: 'carriere',
                  premiere: migration.premiere_campagne,
                  derniere: lastCampaign(migration.comportement),
                }),
              ),
              `, ${formatPercent(migration.pourcentage_dans_premiere)} de la première campagne`,
            ],
          },
        ]
      : []),
  ]
}

/** The years with the most mixed donors, the best share, the highest average. */
export function mixtesHighlights({ data }: DonateursMixtes): Highlight[] {
  const some = data.filter((row) => row.nombre_donateurs_mixtes > 0)
  const most = highest(some, (row) => row.nombre_donateurs_mixtes)
  const share = highest(some, (row) => row.pourcentage_mixtes)
  const average = highest(some, (row) => row.montant_moyen_mixtes)
  if (!most || !share || !average) return []
  return [
    {
      label: 'Année avec le plus de donateurs mixtes',
      value: String(most.annee),
      detail: [
        counted(
          most.nombre_donateurs_mixtes,
          plural(most.nombre_donateurs_mixtes, 'donateur mixte', 'donateurs mixtes'),
          donors({ ensemble: 'profil', annee: most.annee, profil: 'MIXTE' }),
        ),
      ],
    },
    {
      label: 'Meilleur pourcentage',
      value: String(share.annee),
      detail: [`${formatPercent(share.pourcentage_mixtes)} des donateurs de l’année`],
    },
    {
      label: 'Montant moyen le plus élevé',
      value: String(average.annee),
      detail: [`${formatMoney(average.montant_moyen_mixtes)} par donateur mixte`],
    },
  ]
}

/** The majority profile, and the share of donors to both campaigns. */
export function repartitionHighlights({ data, total_global: total }: RepartitionGlobale) {
  const majority = highest(data, (row) => row.nombre_donateurs)
  const both = data.find(({ profil_campagne }) => profil_campagne === 'LES_DEUX')
  if (!majority || total === 0) return []
  return [
    {
      label: 'Profil majoritaire',
      value: majority.libelle_campagne,
      detail: [`${formatPercent(majority.pourcentage)} des donateurs`],
    },
    {
      label: 'Diversification',
      value: formatPercent(both?.pourcentage ?? 0),
      detail: [
        counted(
          both?.nombre_donateurs ?? 0,
          plural(both?.nombre_donateurs ?? 0, 'donateur a donné', 'donateurs ont donné'),
          donors({ ensemble: 'carriere', profil: 'MIXTE' }),
        ),
        ' aux deux campagnes',
      ],
    },
  ] satisfies Highlight[]
}

/** An average year: each segment's donors and share. */
export function segmentHighlights({ data }: SegmentationAnnuelle): Highlight[] {
  const total = sum(data.map(({ total_donateurs }) => total_donateurs))
  return SEGMENTS.map(({ key, name }) => {
    const counts = data.map((row) => row[key].nombre)
    const share = percentOf(sum(counts), total)
    return {
      label: `${name} en moyenne`,
      value: formatPercent(share),
      detail: [`des donateurs de l’année, ${formatCount(meanOf(counts, 0))} par an`],
    }
  })
}
