import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import {
  AUTRES,
  type Axe,
  CODES_AU_PLUS,
  type Ventilation,
  ventilation,
} from '#contract/ventilation'
import { formatMoney, formatPercent } from '#figures/format'
import { changeOf, eurosEach, rateOf } from '#figures/ratios'
import type { Db } from '../database/connect'
import { onlyRow } from '../database/only-row'
import { inSnapshot } from '../database/snapshot'
import { analysis } from './analysis'
import { sameDay } from './annees-a-date'
import { compareADate } from './comparaison-a-date'
import { regle } from './definition'
import { readReach } from './horizon'

export function registerVentilation(app: FastifyInstance, { db }: { db: Db }): void {
  analysis(app, db, ventilation, ({ params: { axe, annee } }) => readVentilation(db, axe, annee))
}

/** A code, or several: gifts and cents of the year and of the one before, whole and up to the day. */
interface Sums {
  donations: number
  cents: number
  avant_donations: number
  avant_cents: number
  a_date_cents: number
  avant_a_date_donations: number
  avant_a_date_cents: number
  nouveaux: number
}

interface Code extends Sums {
  code: string
  donateurs: number
}

const NONE: Sums = {
  donations: 0,
  cents: 0,
  avant_donations: 0,
  avant_cents: 0,
  a_date_cents: 0,
  avant_a_date_donations: 0,
  avant_a_date_cents: 0,
  nouveaux: 0,
}

const MEASURES = Object.keys(NONE) as (keyof Sums)[]

function add(codes: readonly Sums[]): Sums {
  const total = { ...NONE }
  for (const code of codes) for (const measure of MEASURES) total[measure] += code[measure]
  return total
}

/** The gifts of two years up to the day that the later one has reached: whole months, and days of the last one. */
function upTo(axe: Axe, au: string): RawBuilder<unknown> {
  const annee = Number(au.slice(0, 4))
  const mois = Number(au.slice(5, 7))
  return sql`
    select code, annee, nombre, montant
    from ventilation_mois_a_jour
    where axe = ${axe} and annee in (${annee}, ${annee} - 1) and mois < ${mois}
    union all
    select code, date_part('year', jour)::smallint, nombre, montant
    from ventilation_jours_a_jour
    where axe = ${axe}
      and (
        jour between make_date(${annee}, ${mois}, 1) and ${au}::date
        or jour between make_date(${annee} - 1, ${mois}, 1) and ${sameDay(au, annee - 1)}::date
      )`
}

/** Every code of the year and of the one before, the largest of the year first. */
async function readCodes(db: Db, axe: Axe, annee: number, au: string | null): Promise<Code[]> {
  const whole = sql`
    select code, annee, nombre, montant
    from ventilation_mois_a_jour
    where axe = ${axe} and annee in (${annee}, ${annee} - 1)`
  const { rows } = await sql<Code>`
    with entiers as materialized (${whole}),
    a_date as materialized (${au === null ? sql`select * from entiers` : upTo(axe, au)}),
    sommes as (
      select
        code,
        coalesce(sum(nombre) filter (where annee = ${annee}), 0) as donations,
        coalesce(round(sum(montant) filter (where annee = ${annee}) * 100), 0) as cents,
        coalesce(sum(nombre) filter (where annee <> ${annee}), 0) as avant_donations,
        coalesce(round(sum(montant) filter (where annee <> ${annee}) * 100), 0) as avant_cents
      from entiers
      group by code
    ),
    sommes_a_date as (
      select
        code,
        coalesce(round(sum(montant) filter (where annee = ${annee}) * 100), 0) as a_date_cents,
        coalesce(sum(nombre) filter (where annee <> ${annee}), 0) as avant_a_date_donations,
        coalesce(round(sum(montant) filter (where annee <> ${annee}) * 100), 0) as avant_a_date_cents
      from a_date
      group by code
    )
    select
      code, donations, cents, avant_donations, avant_cents,
      coalesce(a_date_cents, 0) as a_date_cents,
      coalesce(avant_a_date_donations, 0) as avant_a_date_donations,
      coalesce(avant_a_date_cents, 0) as avant_a_date_cents,
      coalesce(donateurs, 0) as donateurs,
      coalesce(nouveaux, 0) as nouveaux
    from sommes
    left join sommes_a_date using (code)
    left join (
      select code, donateurs, nouveaux
      from ventilation_donateurs_a_jour
      where axe = ${axe} and annee = ${annee}
    ) as donateurs using (code)
    order by cents desc, code collate "C"`.execute(db)
  return rows
}

/** All donors of a year, whatever the codes of their gifts. */
async function readDonateurs(db: Db, annee: number): Promise<number> {
  const { nombre } = await db
    .selectFrom('donateurs_par_mois_a_jour')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('nombre'), sql.lit(0)).as('nombre'))
    .where('annee', '=', annee)
    .executeTakeFirstOrThrow()
  return nombre
}

/** The columns of the facts with a donor's codes of a year: that of the first gift, those of the others. */
const COLUMNS = {
  campagne: sql`array_append(autres_campagnes, campagne)`,
  media: sql`array_append(autres_medias, media)`,
  origine: sql`array_append(autres_origines, origine)`,
  produit: sql`array_append(autres_produits, produit)`,
} as const

/** Donors of a year with a gift of none of these codes. */
async function readOthers(db: Db, axe: Axe, annee: number, codes: string[]): Promise<number> {
  const { donateurs } = onlyRow(
    await sql<{ donateurs: number }>`
    select count(*) as donateurs
    from donateurs_annees
    left join donateurs_changes using (contact_id)
    where annee = ${annee}
      and not coalesce(donateurs_changes.exclu, donateurs_annees.exclu)
      and not ${COLUMNS[axe]} <@ ${codes}::text[]`.execute(db),
  )
  return donateurs
}

const euros = (cents: number) => cents / 100

/** What rows are compared with: all gifts, and whether a running year can be compared. */
interface Whole {
  cents: number
  comparable: boolean
}

const lineOf = (sums: Sums, donateurs: number, whole: Whole): Ventilation['total'] => ({
  donations: sums.donations,
  donateurs,
  montant: euros(sums.cents),
  part: rateOf(sums.cents, whole.cents),
  don_moyen: sums.donations === 0 ? null : eurosEach(sums.cents, sums.donations),
  nouveaux: sums.nouveaux,
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
  return inSnapshot(db, (snapshot) => breakDown(snapshot, axe, annee, comparable))
}

async function breakDown(
  db: Db,
  axe: Axe,
  annee: number,
  comparable: boolean,
): Promise<Ventilation> {
  const au = await readReach(db, annee)
  const codes = await readCodes(db, axe, annee, au)
  const present = codes.filter(({ donations }) => donations > 0)
  const largest = present.slice(0, CODES_AU_PLUS)
  const others = present.slice(CODES_AU_PLUS)
  const gone = codes.filter(({ donations }) => donations === 0)
  const total = add(codes)
  const whole = { cents: total.cents, comparable }
  const data: Ventilation['data'] = largest.map((code) => ({
    code: code.code,
    regroupe: null,
    ...lineOf(code, code.donateurs, whole),
  }))
  if (others.length > 0) {
    const shown = largest.map(({ code }) => code)
    const donateurs = await readOthers(db, axe, annee, shown)
    const line = lineOf(add(others), donateurs, whole)
    data.push({ code: AUTRES, regroupe: others.length, ...line })
  }
  return {
    axe,
    annee,
    au,
    comparable,
    data,
    total: lineOf(total, await readDonateurs(db, annee), whole),
    disparus: { codes: gone.length, ...lineOf(add(gone), 0, whole) },
  }
}

/** How gifts are broken down by code, with the largest campaign of a year. */
export async function defineVentilation(db: Db, annee: number) {
  const { data, total } = await readVentilation(db, 'campagne', annee)
  const [largest] = data
  return {
    ventilation: regle({
      titre: 'Ventilation de la collecte',
      formule:
        'Dons de l’année selon un de leurs codes, tels que le fichier les écrit ; sans code, « N/A ». Un donateur compte une fois par code et une fois au total. Nouveaux : ceux dont le tout premier don porte ce code. Part : montant du code ÷ montant de l’année. Les 200 plus grands codes, puis tous les autres ensemble.',
      exemple:
        largest && largest.part !== null
          ? `${annee}, ${largest.code} : ${formatMoney(largest.montant)} ÷ ${formatMoney(total.montant)} = ${formatPercent(largest.part)}.`
          : null,
      depuis: '2026-11-22',
    }),
    'ventilation-mois': regle({
      titre: 'Codes, mois par mois',
      formule:
        'Les mêmes dons selon leur code et le mois de leur date ; part : ce que le mois a apporté du montant du code.',
      exemple: null,
      depuis: '2026-11-22',
    }),
  }
}
