import { sql } from 'kysely'
import {
  type Objectifs,
  objectifs,
  SAISIES_AU_PLUS,
  OBJECTIFS_AU_PLUS,
  type SaisieObjectif,
  type Suivi,
} from '#contract/objectifs'
import { formatDay, formatEuros, formatShortPercent } from '#figures/format'
import { dueBy, monthsLeft, phase } from '#figures/phasage'
import { roundTo, sum } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import { onlyRow } from '../platform/database/only-row'
import { inSnapshot } from '../platform/database/snapshot'
import { readADate } from './a-date'
import { type Analysis, call, type Given } from './analysis'
import { rule } from './definition'
import { readHorizon } from './horizon'
import { type Histoire, readHistoires } from './objectifs-histoire'

export default {
  section: 'Dashboard',
  calls: [call(objectifs, ({ db, params }) => readObjectifs(db, params.annee))],
  definitions: defineObjectifs,
} satisfies Analysis

const INSTANT = sql`to_char(saisi_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

type Vise = Pick<Suivi, 'mesure' | 'famille' | 'valeur' | 'saisi_par' | 'saisi_le'>

async function readVises(db: Db, annee: number): Promise<Vise[]> {
  const { rows } = await sql<Vise>`
    select mesure, famille, valeur, coalesce(identite, saisi_par) as saisi_par, ${INSTANT} as saisi_le
    from objectifs_en_vigueur
    where annee = ${annee}
    order by famille collate "C" nulls first, array_position('{montant,donateurs,nouveaux}', mesure)
    limit ${sql.lit(OBJECTIFS_AU_PLUS)}`.execute(db)
  return rows
}

async function readSaisies(db: Db): Promise<SaisieObjectif[]> {
  const { rows } = await sql<SaisieObjectif>`
    select annee, mesure, famille, valeur, coalesce(identite, saisi_par) as saisi_par, ${INSTANT} as saisi_le
    from objectifs
    order by numero desc
    limit ${sql.lit(SAISIES_AU_PLUS)}`.execute(db)
  return rows
}

async function readAnnees(db: Db): Promise<number[]> {
  const { rows } = await sql<{ annee: number }>`
    select distinct annee from objectifs_en_vigueur order by annee desc`.execute(db)
  return rows.map(({ annee }) => annee)
}

/** Where an aim stands on the day that the data have reached in its year: null before it, 31 December once it is over. */
function follow(
  vise: Vise,
  { years, recu, parMois, byDay }: Histoire,
  jour: string | null,
  projection: number | null,
): Suivi {
  const { annees, parts } = phase(years, byDay)
  const { valeur } = vise
  const due = jour === null ? 0 : dueBy(parts, jour)
  const left = jour === null ? 12 : monthsLeft(jour)
  const reached = jour === null ? 0 : Number(jour.slice(5, 7))
  const aDate = roundTo(due * valeur, 2)
  return {
    ...vise,
    annees,
    recu,
    a_date: aDate,
    ecart: roundTo(recu - aDate, 2),
    par_mois: left === 0 ? null : roundTo(Math.max(0, valeur - recu) / left, 2),
    projection,
    mois: parts.map((part, at) => ({
      mois: at + 1,
      part: roundTo(part, 6),
      vise: roundTo(at === 11 ? valeur : sum(parts.slice(0, at + 1)) * valeur, 2),
      recu: parMois && at < reached ? roundTo(sum(parMois.slice(0, at + 1)), 2) : null,
    })),
  }
}

const isProjected = ({ mesure, famille }: Vise) => mesure === 'montant' && famille === null

/** What the running year may come to in euros, if an aim is of them; null if nothing is projected. */
async function readProjection(db: Db, annee: number, vises: readonly Vise[]) {
  if (!vises.some(isProjected) || annee !== (await readHorizon(db)).annee_en_cours) return null
  return (await readADate(db, annee, undefined)).projection?.montant.valeur ?? null
}

/** The first day of the file's gifts. */
const readDebut = async (db: Db): Promise<string | null> =>
  onlyRow(
    await sql<{ debut: string | null }>`
      select min(jour)::text as debut from dons_par_jour_a_jour where nombre > 0`.execute(db),
  ).debut

/** The aims of a year, and where each stands. */
export async function readObjectifs(db: Db, annee: number): Promise<Objectifs> {
  const vises = await readVises(db, annee)
  const projection = await readProjection(db, annee, vises)
  return inSnapshot(db, async (tx) => {
    const { horizon, annee_en_cours } = await readHorizon(tx)
    const last = horizon === null ? null : Number(horizon.slice(0, 4))
    const jour =
      last === null || annee > last ? null : annee === annee_en_cours ? horizon : `${annee}-12-31`
    const debut = await readDebut(tx)
    const asked = { annee, horizon, enCours: annee_en_cours, debut }
    const histoires = await readHistoires(tx, vises, asked)
    return {
      annee,
      au: annee === annee_en_cours ? horizon : null,
      annees: await readAnnees(tx),
      objectifs: vises.map((vise, at) =>
        follow(
          vise,
          histoires[at] ?? { years: new Map(), recu: 0, parMois: null, byDay: false },
          jour,
          isProjected(vise) ? projection : null,
        ),
      ),
      saisies: await readSaisies(tx),
    }
  })
}

/** Defines how an aim is spread over the months, with the year's aim in euros as example. */
async function defineObjectifs({ db }: Given, annee: number) {
  const { objectifs: all, au } = await readObjectifs(db, annee)
  const one = all.find(({ mesure, famille }) => mesure === 'montant' && famille === null)
  return {
    objectifs: rule({
      titre: 'Objectifs, mois par mois',
      formule:
        'Part de chaque mois : sa part médiane dans les cinq dernières années complètes, trois au moins, ramenée à un total de 1 ; les jours qui portent plus du cinquième de leur année sont laissés de côté, et la première année du fichier compte si elle a un don en janvier. Moins de trois années : un douzième par mois. Objectif à date : les mois finis, et le mois en cours au jour près. Écart : reçu − objectif à date. Par mois jusqu’en décembre : (objectif − reçu) ÷ mois qui ne sont pas finis. Donateurs et nouveaux comptent au mois de leur premier don de l’année ; d’une famille de campagnes, ils suivent les mois de ses dons, sans jour laissé de côté.',
      exemple: one
        ? `${annee} : ${formatEuros(one.valeur)} visés, dont ${formatEuros(one.a_date)}${au === null ? '' : ` au ${formatDay(au)}`} ; décembre en porte ${formatShortPercent(roundTo((one.mois[11]?.part ?? 0) * 100, 1))}.`
        : null,
      depuis: '2026-11-24',
    }),
  }
}
