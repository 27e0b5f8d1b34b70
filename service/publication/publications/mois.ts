import { sql } from 'kysely'
import { ANNEES_DU_MOIS, CAUSES_DU_MOIS, type Mois } from '#contract/mois'
import { endOfMonth } from '#figures/format'
import { centsOf, sum } from '#figures/ratios'
import { today } from '#figures/today'
import { readADate } from '../../analyses/a-date'
import { readYears, type Year } from '../../analyses/annees-a-date'
import { readObjectifs } from '../../analyses/objectifs'
import { readReguliers } from '../../analyses/reguliers'
import type { Db } from '../../platform/database/connect'
import { readHorizon } from '../../platform/database/horizon'
import { onlyRow } from '../../platform/database/only-row'
import { readAVerifier } from '../../verification/queue'
import { readDifference } from './difference'

const two = (number: number) => String(number).padStart(2, '0')

/**
 * What each of these years received in a month, up to its day `jusqua` if the month is not over: to that day, less to the
 * month before. Day 31 is the end of any month.
 */
async function readRecu(db: Db, annee: number, mois: number, jusqua: number) {
  const upTo = (month: number, day: number) =>
    month === 0 ? Promise.resolve([]) : readYears(db, annee, `${annee}-${two(month)}-${two(day)}`)
  const [now, before] = [await upTo(mois, jusqua), await upTo(mois - 1, 31)]
  return Array.from({ length: ANNEES_DU_MOIS }, (_, at) => {
    const year = annee - ANNEES_DU_MOIS + 1 + at
    const of = (years: readonly Year[]) => years.find((one) => one.annee === year)
    const [all, less] = [of(now), of(before)]
    return {
      annee: year,
      donations: (all?.donations ?? 0) - (less?.donations ?? 0),
      montant: ((all?.cents ?? 0) - (less?.cents ?? 0)) / 100,
      nouveaux: (all?.nouveaux ?? 0) - (less?.nouveaux ?? 0),
    }
  })
}

interface Publiees {
  derniere: number | null
  publie_le: Date | null
  avant: number
  depuis: Date | null
}

/** The latest publication, and the last one before the month began. */
async function readPubliees(db: Db, debut: string): Promise<Publiees> {
  return onlyRow(
    await sql<Publiees>`
      select
        max(numero) as derniere,
        max(publie_le) as publie_le,
        coalesce(max(numero) filter (where anterieure), 0) as avant,
        max(publie_le) filter (where anterieure) as depuis
      from (
        select numero, publie_le, publie_le < ${debut}::date::timestamp at time zone 'Europe/Paris' as anterieure
        from publications
      ) as toutes`.execute(db),
  )
}

/** What changed the year's amount since the month began, largest effects first. */
async function readChangements(
  db: Db,
  annee: number,
  { derniere, avant, depuis }: Publiees,
): Promise<Mois['changements']> {
  if (derniere === null) return null
  const asked = { chiffre: 'montant-total', annee, de: avant, a: derniere } as const
  const { contributions, ...values } = await readDifference(db, asked)
  const largest = [...contributions].sort(
    (one, other) => Math.abs(other.effet) - Math.abs(one.effet),
  )
  const rest = largest.slice(CAUSES_DU_MOIS)
  return {
    depuis: depuis?.toISOString() ?? null,
    avant: values.avant,
    apres: values.apres,
    causes: largest
      .slice(0, CAUSES_DU_MOIS)
      .map(({ le, cause, lien, effet }) => ({ le, cause, lien, effet })),
    autres:
      rest.length === 0
        ? null
        : { nombre: rest.length, effet: sum(rest.map(({ effet }) => centsOf(effet))) / 100 },
  }
}

/** The aims of the year, at the end of the month, or where the data end within it. */
async function readVises(db: Db, annee: number, mois: number, isOver: boolean) {
  const { objectifs } = await readObjectifs(db, annee)
  return objectifs.map(({ mesure, famille, valeur, a_date, recu, mois: parMois }) => {
    const month = parMois[mois - 1]
    return isOver
      ? { mesure, famille, valeur, vise: month?.vise ?? 0, recu: month?.recu ?? null }
      : { mesure, famille, valeur, vise: a_date, recu }
  })
}

/** A month on one page, each figure by the function of its own screen. */
export async function readMois(db: Db, asked: string | undefined): Promise<Mois> {
  const horizon = await readHorizon(db)
  const named = asked ?? (horizon ?? today()).slice(0, 7)
  const [annee = 0, mois = 0] = named.split('-').map(Number)
  const isRunning = horizon?.slice(0, 7) === named && horizon !== endOfMonth(annee, mois)
  const jour = isRunning ? horizon : endOfMonth(annee, mois)
  const recu = await readRecu(db, annee, mois, isRunning ? Number(jour.slice(-2)) : 31)
  const cumul = await readADate(db, annee, jour)
  const series = await readReguliers(db)
  const { total, montant } = await readAVerifier(db, { etat: 'a_verifier', page: 1, limit: 1 })
  const publiees = await readPubliees(db, `${named}-01`)
  return {
    mois: named,
    horizon,
    au: isRunning ? jour : null,
    publie_le: publiees.publie_le?.toISOString() ?? null,
    recu,
    cumul: cumul.data.slice(-ANNEES_DU_MOIS),
    comparable: cumul.comparable,
    evolution: cumul.evolutions?.montant ?? null,
    objectifs: await readVises(db, annee, mois, !isRunning),
    reguliers:
      series.annees
        .find((year) => year.annee === annee)
        ?.mois.find((month) => month.mois === mois) ?? null,
    a_verifier: { donateurs: total, montant },
    changements: await readChangements(db, annee, publiees),
  }
}
