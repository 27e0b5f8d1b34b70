import { sql } from 'kysely'
import { MESURES, type Mesure, type Suspects, suspects, suspectsCodes } from '#contract/suspects'
import { PAS_CHERCHES } from '#figures/attente'
import { centsOf, percentOf } from '#figures/ratios'
import { shareOf } from '#figures/suspects'
import type { Db } from '../platform/database/connect'
import { onlyRow } from '../platform/database/only-row'
import { areSuspectsAwaited, isOneAbove, SUSPECTS_PAR_JOUR } from '../verification/suspects'
import { type Analysis, call } from './analysis'
import { computeYears, type Year } from './annees-a-date'
import { checkDay, compareYears, meanGift } from './comparer-annees'
import { readHorizon } from './horizon'
import { readCodesWeighed } from './suspects-codes'

export default {
  calls: [
    call(suspects, ({ db, params, query }) => readSuspects(db, params.annee, query.au)),
    call(suspectsCodes, ({ db, params }) => readCodesWeighed(db, params.axe, params.annee)),
  ],
} satisfies Analysis

type Comptes = Pick<Year, 'donations' | 'cents' | 'donateurs' | 'nouveaux'>

/** What the donors to review gave in a year up to a day, and how many they are. */
const readOwn = async (db: Db, annee: number, au: string): Promise<Comptes> =>
  onlyRow(
    await sql<Comptes>`
    select
      coalesce(sum(nombre), 0)::bigint as donations,
      coalesce(round(sum(montant) * 100), 0) as cents,
      coalesce(sum(donateurs), 0)::bigint as donateurs,
      coalesce(sum(donateurs) filter (where recul = 0), 0)::bigint as nouveaux
    from ${SUSPECTS_PAR_JOUR} as suspects
    where jour between make_date(${annee}, 1, 1) and ${au}::date`.execute(db),
  )

/** The year and the one before as if the donors to review were excluded. */
const readWithout = (db: Db, annee: number, au: string): Promise<Year[]> =>
  computeYears(db, annee, au, {
    avec: sql`suspects as materialized (
      select * from ${SUSPECTS_PAR_JOUR} as suspects where jour >= make_date(${annee - 1}, 1, 1)
    ),`,
    dons: sql`(
      select jour, sum(nombre) as nombre, sum(montant) as montant
      from (
        select jour, nombre, montant from dons_par_jour_a_jour where jour >= make_date(${annee - 1}, 1, 1)
        union all
        select jour, -nombre, -montant from suspects
      ) as restants
      group by jour
    )`,
    donateurs: sql`(
      select annee, jour, recul, nombre from donateurs_par_jour_a_jour where annee >= ${annee - 1}
      union all
      select date_part('year', jour)::smallint, jour, recul, -donateurs from suspects where recul is not null
    )`,
  })

const VALEURS: Record<Mesure, (comptes: Comptes) => number> = {
  montant: ({ cents }) => cents,
  donations: ({ donations }) => donations,
  donateurs: ({ donateurs }) => donateurs,
  nouveaux: ({ nouveaux }) => nouveaux,
  don_moyen: (comptes) => centsOf(meanGift(comptes) ?? 0),
}

/** A figure as it is, and without the donors to review. */
interface Poids {
  mesure: Mesure
  avec: number
  sans: number
}

interface Pesee {
  donateurs: number
  poids: Poids[]
  /** The years without them, up to the day. */
  years: Year[]
}

/** Weighs the donors to review in a year, up to a day of it; null if there are none. */
async function weigh(db: Db, annee: number, au: string): Promise<Pesee | null> {
  const own = await readOwn(db, annee, au)
  if (own.donateurs === 0) return null
  const years = await readWithout(db, annee, au)
  const sans = years.at(-1)
  if (!sans) return null
  const avec = {
    donations: sans.donations + own.donations,
    cents: sans.cents + own.cents,
    donateurs: sans.donateurs + own.donateurs,
    nouveaux: sans.nouveaux + own.nouveaux,
  }
  const poids = MESURES.map((mesure) => ({
    mesure,
    avec: VALEURS[mesure](avec),
    sans: VALEURS[mesure](sans),
  }))
  return { donateurs: own.donateurs, poids, years }
}

const partOf = ({ avec, sans }: Poids): number => percentOf(Math.abs(avec - sans), avec)

const isMoney = (mesure: Mesure) => mesure === 'montant' || mesure === 'don_moyen'

/** Each figure of which the donors to review make a hundredth; a year is compared whole, the running one at its date. */
export async function readSuspects(
  db: Db,
  annee: number,
  asked: string | undefined,
): Promise<Suspects> {
  checkDay(annee, asked)
  const jour = asked ?? endOf(annee)
  const pesee = await weigh(db, annee, jour)
  const lourds = (pesee?.poids ?? []).filter(
    ({ avec, sans }) => avec > 0 && Math.abs(avec - sans) * 100 >= avec,
  )
  if (!pesee || lourds.length === 0) return { annee, donateurs: pesee?.donateurs ?? 0, mesures: [] }
  const { annee_en_cours } = await readHorizon(db)
  const compared = annee === annee_en_cours ? asked : jour
  const { evolutions } = await compareYears(db, annee, compared, (...given) =>
    given[2] === jour ? Promise.resolve(pesee.years) : readWithout(...given),
  )
  return {
    annee,
    donateurs: pesee.donateurs,
    mesures: lourds.map((lourd) => ({
      mesure: lourd.mesure,
      part: partOf(lourd),
      sans: isMoney(lourd.mesure) ? lourd.sans / 100 : lourd.sans,
      evolution: evolutions?.[lourd.mesure] ?? null,
    })),
  }
}

const endOf = (annee: number) => `${annee}-12-31`

/** Share of the year's amount, as a divisor, above which a single donor to review leaves the year unpredictable. */
const TOO_MUCH = 10

/**
 * Why the year is not projected although it could be: a single donor to review weighs too much, or none was looked for yet
 * in what was imported last; null if not so.
 */
export async function whyWithheld(db: Db, annee: number): Promise<string | null> {
  if (await areSuspectsAwaited(db)) return `Pas de projection\u00A0: ${PAS_CHERCHES}.`
  const pesee = await weigh(db, annee, endOf(annee))
  const montant = pesee?.poids.find(({ mesure }) => mesure === 'montant')
  if (!pesee || !montant) return null
  if (!(await isOneAbove(db, annee, montant.avec / 100 / TOO_MUCH))) return null
  const share = `${shareOf({ mesure: 'montant', part: partOf(montant) })} ${annee}`
  return pesee.donateurs === 1
    ? `Pas de projection\u00A0: le donateur à vérifier pèse ${share}.`
    : `Pas de projection\u00A0: les donateurs à vérifier pèsent ${share}, et l’un d’eux plus de 10\u00A0% à lui seul.`
}
