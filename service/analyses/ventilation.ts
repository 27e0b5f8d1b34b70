import { type RawBuilder, sql } from 'kysely'
import {
  AUTRES,
  type Axe,
  CODES_AU_PLUS,
  type Ventilation,
  ventilation,
  ventilationMois,
} from '#contract/ventilation'
import { formatMoney, formatPercent } from '#figures/format'
import { changeOf, eurosEach, rateOf } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import { onlyRow } from '../platform/database/only-row'
import { inSnapshot } from '../platform/database/snapshot'
import { type Analysis, call, type Given } from './analysis'
import { sameDay } from './annees-a-date'
import { compareADate } from './comparaison-a-date'
import { rule } from './definition'
import { readReach } from './horizon'
import { parAxe } from './par-axe'
import { readVentilationMois } from './ventilation-mois'

export default {
  section: 'Campagnes',
  calls: [
    call(ventilation, ({ db, params: { axe, annee } }) => readVentilation(db, axe, annee)),
    call(ventilationMois, ({ db, params: { axe, annee } }) => readVentilationMois(db, axe, annee)),
  ],
  definitions: defineVentilation,
} satisfies Analysis

/** One or several codes: gifts and cents of the year and the previous one, in full and year to date. */
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

/**
 * A code; or, with `code` null, all others of the year, or all those of the previous year without a gift in this one
 * (`present` false), `donateurs` then counting once per code. `codes` is how many.
 */
interface Code extends Sums {
  code: string | null
  present: boolean
  codes: number
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

/** Gifts of two years up to the later one's reach: whole months, plus days of the last month. */
function upTo(axe: Axe, au: string): RawBuilder<unknown> {
  const annee = Number(au.slice(0, 4))
  const mois = Number(au.slice(5, 7))
  return sql`
    union all
    select
      code, 0, 0, 0, 0,
      case when annee = ${annee} then montant else 0 end,
      case when annee <> ${annee} then nombre else 0 end,
      case when annee <> ${annee} then montant else 0 end,
      0, 0
    from (
      select code, annee, nombre, montant
      from ${parAxe('mois', axe)}
      where axe = ${axe} and annee in (${annee}, ${annee} - 1) and mois < ${mois}
      union all
      select code, date_part('year', jour)::smallint, nombre, montant
      from ${parAxe('jours', axe)}
      where axe = ${axe}
        and (
          jour between make_date(${annee}, ${mois}, 1) and ${au}::date
          or jour between make_date(${annee} - 1, ${mois}, 1) and ${sameDay(au, annee - 1)}::date
        )
    ) as a_date`
}

/**
 * The codes of the year and the previous one, largest first. Everything is unioned and aggregated once: joining
 * aggregates of 100 000 codes, which the planner takes for a few, may take hours.
 */
async function readCodes(db: Db, axe: Axe, annee: number, au: string | null): Promise<Code[]> {
  const entiere = sql.lit(au === null)
  const { rows } = await sql<Code>`
    with comptes as (
      select
        code,
        case when annee = ${annee} then nombre else 0 end as donations,
        case when annee = ${annee} then montant else 0 end as montant,
        case when annee <> ${annee} then nombre else 0 end as avant_donations,
        case when annee <> ${annee} then montant else 0 end as avant_montant,
        case when ${entiere} and annee = ${annee} then montant else 0 end as a_date_montant,
        case when ${entiere} and annee <> ${annee} then nombre else 0 end as avant_a_date_donations,
        case when ${entiere} and annee <> ${annee} then montant else 0 end as avant_a_date_montant,
        0 as donateurs,
        0 as nouveaux
      from ${parAxe('mois', axe)}
      where axe = ${axe} and annee in (${annee}, ${annee} - 1)
      ${au === null ? sql`` : upTo(axe, au)}
      union all
      select code, 0, 0, 0, 0, 0, 0, 0, donateurs, nouveaux
      from ${parAxe('donateurs', axe)}
      where axe = ${axe} and annee = ${annee}
    ),
    sommes as (
      select
        code,
        sum(donations)::bigint as donations,
        round(sum(montant) * 100) as cents,
        sum(avant_donations)::bigint as avant_donations,
        round(sum(avant_montant) * 100) as avant_cents,
        round(sum(a_date_montant) * 100) as a_date_cents,
        sum(avant_a_date_donations)::bigint as avant_a_date_donations,
        round(sum(avant_a_date_montant) * 100) as avant_a_date_cents,
        sum(donateurs)::bigint as donateurs,
        sum(nouveaux)::bigint as nouveaux
      from comptes
      group by code
    ),
    rangs as (
      select
        *,
        donations > 0 as present,
        row_number() over (partition by donations > 0 order by cents desc, code collate "C") as rang
      from sommes
    )
    select
      case when present and rang <= ${CODES_AU_PLUS} then code end as code,
      present,
      count(*) as codes,
      sum(donations)::bigint as donations,
      sum(cents) as cents,
      sum(avant_donations)::bigint as avant_donations,
      sum(avant_cents) as avant_cents,
      sum(a_date_cents) as a_date_cents,
      sum(avant_a_date_donations)::bigint as avant_a_date_donations,
      sum(avant_a_date_cents) as avant_a_date_cents,
      sum(donateurs)::bigint as donateurs,
      sum(nouveaux)::bigint as nouveaux
    from rangs
    group by 1, 2
    order by min(rang)`.execute(db)
  return rows
}

/** All donors of a year, whatever their codes. */
async function readDonateurs(db: Db, annee: number): Promise<number> {
  const { nombre } = await db
    .selectFrom('donateurs_par_mois_a_jour')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('nombre'), sql.lit(0)).as('nombre'))
    .where('annee', '=', annee)
    .executeTakeFirstOrThrow()
  return nombre
}

/** A donor's codes of a year in the facts: the first gift's and the others'. */
const COLUMNS = {
  campagne: sql`array_append(autres_campagnes, campagne)`,
  media: sql`array_append(autres_medias, media)`,
  origine: sql`array_append(autres_origines, origine)`,
  produit: sql`array_append(autres_produits, produit)`,
} as const

/** Donors of a year with a gift under none of these codes. */
async function readOthers(db: Db, axe: Axe, annee: number, codes: string[]): Promise<number> {
  const { donateurs } = onlyRow(
    axe === 'famille'
      ? await sql<{ donateurs: number }>`
    select coalesce(sum(donateurs), 0)::bigint as donateurs
    from (
      select distinct contact_id, codes, donateurs
      from familles_des_donateurs
      where annee = ${annee} and famille <> all (${codes}::text[])
    ) as autres`.execute(db)
      : await sql<{ donateurs: number }>`
    select count(*) as donateurs
    from annees_presentes as donateurs_annees
    left join decides_depuis(null::donateurs_changes) as donateurs_changes using (contact_id)
    where annee = ${annee}
      and not coalesce(donateurs_changes.exclu, donateurs_annees.exclu)
      and not ${COLUMNS[axe]} <@ ${codes}::text[]`.execute(db),
  )
  return donateurs
}

const euros = (cents: number) => cents / 100

/** What rows are compared with: the total, and whether year-to-date comparisons hold. */
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
  const others = codes.find(({ code, present }) => code === null && present)
  const gone = codes.find(({ present }) => !present)
  const total = add(codes)
  const whole = { cents: total.cents, comparable }
  const data: Ventilation['data'] = largest.map((code) => ({
    code: code.code,
    regroupe: null,
    ...lineOf(code, code.donateurs, whole),
  }))
  if (others) {
    const shown = largest.map(({ code }) => code)
    const donateurs = await readOthers(db, axe, annee, shown)
    const line = lineOf(others, donateurs, whole)
    data.push({ code: AUTRES, regroupe: others.codes, ...line })
  }
  return {
    axe,
    annee,
    au,
    comparable,
    data,
    total: lineOf(total, await readDonateurs(db, annee), whole),
    disparus: { codes: gone?.codes ?? 0, ...lineOf(gone ?? NONE, 0, whole) },
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
