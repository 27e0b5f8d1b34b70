import {
  AUTRES,
  type Axe,
  type Ventilation,
  ventilation,
  ventilationMois,
} from '#contract/ventilation'
import { formatMoney, formatPercent } from '#figures/format'
import { addUp, changeOf, eurosEach, rateOf, sum } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import { inSnapshot } from '../platform/database/snapshot'
import { type Analysis, call, type Given } from './analysis'
import { compareADate } from './comparaison-a-date'
import { rule } from './definition'
import { readReach } from './horizon'
import {
  NONE,
  readCodes,
  readDonateurs,
  readDonateursDesCodes,
  readOthers,
  type Sums,
} from './ventilation-codes'
import { readVentilationMois } from './ventilation-mois'

export default {
  section: 'Campagnes',
  calls: [
    call(ventilation, ({ db, params: { axe, annee } }) => readVentilation(db, axe, annee)),
    call(ventilationMois, ({ db, params: { axe, annee } }) => readVentilationMois(db, axe, annee)),
  ],
  definitions: defineVentilation,
} satisfies Analysis

const euros = (cents: number) => cents / 100

/** What rows are compared with: the total, and whether year-to-date comparisons hold. */
interface Whole {
  cents: number
  comparable: boolean
}

interface Donateurs {
  donateurs: number
  nouveaux: number
}

const NOBODY: Donateurs = { donateurs: 0, nouveaux: 0 }

const lineOf = (
  sums: Sums,
  { donateurs, nouveaux }: Donateurs,
  whole: Whole,
): Ventilation['total'] => ({
  donations: sums.donations,
  donateurs,
  montant: euros(sums.cents),
  part: rateOf(sums.cents, whole.cents),
  don_moyen: sums.donations === 0 ? null : eurosEach(sums.cents, sums.donations),
  nouveaux,
  precedent: { donations: sums.avant_donations, montant: euros(sums.avant_cents) },
  precedent_a_date: {
    donations: sums.avant_a_date_donations,
    montant: euros(sums.avant_a_date_cents),
  },
  evolution_a_date: whole.comparable ? changeOf(sums.a_date_cents, sums.avant_a_date_cents) : null,
})

async function readVentilation(db: Db, axe: Axe, annee: number): Promise<Ventilation> {
  const running = await compareADate(db, annee)
  const comparable = running?.comparable ?? true
  return inSnapshot(db, async (snapshot) =>
    breakDown(snapshot, axe, annee, { au: await readReach(snapshot, annee), comparable }),
  )
}

/** The breakdown in one snapshot, whose reach is `au`; `comparable` as for all year-to-date comparisons. */
export async function breakDown(
  db: Db,
  axe: Axe,
  annee: number,
  { au, comparable }: { au: string | null; comparable: boolean },
): Promise<Ventilation> {
  const codes = await readCodes(db, axe, annee, au)
  const largest = codes.flatMap(({ code, ...sums }) => (code === null ? [] : [{ code, ...sums }]))
  const all = codes.find(({ code, present }) => code === null && present)
  const gone = codes.find(({ present }) => !present)
  const [ofAll, ofGone] = [addUp(NONE, all ? [all] : []), gone ?? NONE]
  const total = addUp(ofAll, [ofGone])
  const whole = { cents: total.cents, comparable }
  const shown = largest.map(({ code }) => code)
  const donateurs = await readDonateursDesCodes(db, axe, annee, shown)
  const nouveaux = sum([...donateurs.values()].map((row) => row.nouveaux))
  const data: Ventilation['data'] = largest.map(({ code, ...sums }) => ({
    code,
    regroupe: null,
    ...lineOf(sums, donateurs.get(code) ?? NOBODY, whole),
  }))
  const regroupe = (all?.codes ?? 0) - largest.length
  if (regroupe > 0)
    data.push({
      code: AUTRES,
      regroupe,
      ...lineOf(
        addUp(ofAll, largest, -1),
        {
          donateurs: await readOthers(db, axe, annee, shown),
          nouveaux: donateurs.get(null)?.nouveaux ?? 0,
        },
        whole,
      ),
    })
  return {
    axe,
    annee,
    au,
    comparable,
    data,
    total: lineOf(total, { donateurs: await readDonateurs(db, annee), nouveaux }, whole),
    disparus: { codes: gone?.codes ?? 0, ...lineOf(ofGone, NOBODY, whole) },
  }
}

/** Defines the breakdown by code, with a year's largest campaign as example. */
async function defineVentilation({ db }: Given, annee: number) {
  const { data, total } = await readVentilation(db, 'campagne', annee)
  const [largest] = data
  return {
    ventilation: rule({
      titre: 'Ventilation de la collecte',
      formule:
        'Dons de l’année selon un de leurs codes, tels que le fichier les écrit ; sans code, « N/A ». Un donateur compte une fois par code et une fois au total. Nouveaux : ceux dont le tout premier don porte ce code. Part : montant du code ÷ montant de l’année. Les 200 plus grands codes, puis tous les autres ensemble. Famille de campagnes : celle que le dictionnaire donne au code de campagne, « N/A » sans ; un donateur y compte une fois.',
      exemple:
        largest && largest.part !== null
          ? `${annee}, ${largest.code} : ${formatMoney(largest.montant)} ÷ ${formatMoney(total.montant)} = ${formatPercent(largest.part)}.`
          : null,
      depuis: '2026-11-22',
    }),
    'ventilation-mois': rule({
      titre: 'Codes, mois par mois',
      formule:
        'Les mêmes dons selon leur code et le mois de leur date ; part : ce que le mois a apporté du montant du code.',
      exemple: null,
      depuis: '2026-11-22',
    }),
  }
}
