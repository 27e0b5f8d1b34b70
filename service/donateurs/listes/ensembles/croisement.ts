import { sql } from 'kysely'
import {
  AXES,
  AXES_CROISES,
  AXES_DE_CODES,
  type AxeCroise,
  nomChezLesDonateurs,
  reponseDe,
} from '#contract/axes'
import { readSans } from '#contract/croisements'
import { ENSEMBLES } from '#contract/listes'
import { citer, MONTH_NAMES, plural } from '#figures/format'
import { donorsWith, giftsWith } from '../../../platform/database/axes'
import { type Condition, type Demande, type Ensemble, nommerProfil } from './ensemble'
import { nommerTranche } from './repartition'

const { permis }: { permis: readonly string[] } = ENSEMBLES.croisement

/** What is asked of each axis. */
const answersOf = (demande: Demande): [AxeCroise, string][] =>
  AXES_CROISES.flatMap((axe) => {
    const name = nomChezLesDonateurs(axe)
    const code = permis.includes(name) ? demande[name] : undefined
    return code === undefined ? [] : [[axe, String(code)]]
  })

/** One gift of the year that is all this; undefined if nothing is asked of gifts. */
function duDon(demande: Demande, ids?: string[]): Condition | undefined {
  const { annee, sans } = demande
  const asked = giftsWith(annee, Object.fromEntries(answersOf(demande)), readSans(sans))
  if (asked.length === 0) return undefined
  return sql`faits.contact_id in (
    select contact_id
    from dons_croises_a_jour
    where annee = ${annee} and ${sql.join(asked, sql` and `)}
      ${ids ? sql`and contact_id = any (${ids}::text[])` : sql``}
  )`
}

/** « de mars », « d’avril » */
const deMois = (nom: string) => `${/^[AO]/.test(nom) ? 'd’' : 'de '}${nom.toLowerCase()}`

/** An answer in words. */
function motDe(axe: AxeCroise, code: string, { profil, produit }: Demande): string {
  switch (axe) {
    case 'profil':
      return nommerProfil(profil ?? 'MIXTE', produit)
    case 'tranche':
      return `total de l’année ${nommerTranche(code)}`
    case 'mois':
      return `don ${deMois(MONTH_NAMES[Number(code) - 1] ?? '')}`
    case 'tranche_don':
      return `don ${nommerTranche(code)}`
    default:
      return reponseDe(axe, code)?.dit ?? `${AXES[axe].nom.toLowerCase()} ${citer(code)}`
  }
}

function motsDe(demande: Demande): string[] {
  const sans = readSans(demande.sans)
  return [
    ...answersOf(demande).map(([axe, code]) => motDe(axe, code, demande)),
    ...AXES_DE_CODES.flatMap((axe) => {
      const { pluriel } = AXES[axe]
      const codes = sans[axe]
      return codes ? [`hors de ${plural(codes.length, pluriel, pluriel)}`] : []
    }),
  ]
}

export const CROISEMENT = {
  croisement: {
    faits: 'annees_du_moment',
    titre: (demande) => [`Donateurs de ${demande.annee}`, ...motsDe(demande)].join(', '),
    definition(demande) {
      const suite = duDon(demande)
        ? ' Ce qui est dit d’un don l’est d’un seul et même don\u202F; le montant est celui de tous leurs dons de l’année.'
        : ''
      return `${[`Ont fait au moins un don en ${demande.annee}`, ...motsDe(demande)].join('\u202F; ')}.${suite}`
    },
    montants: ({ annee }) => `Montant ${annee}`,
    condition(demande, ids) {
      const { annee, sans } = demande
      const answers = Object.fromEntries(answersOf(demande))
      const asked = [
        sql`faits.annee = ${annee}`,
        ...donorsWith({ annee, series: 'series_du_moment' }, answers, readSans(sans)),
        duDon(demande, ids),
      ].filter((one) => one !== undefined)
      return sql`${sql.join(asked, sql` and `)}`
    },
  },
} satisfies Record<string, Ensemble>
