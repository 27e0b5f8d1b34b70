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
import { changeOf, eurosEach, rateOf, sum } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import { onlyRow } from '../platform/database/only-row'
import { inSnapshot } from '../platform/database/snapshot'
import { type Analysis, call, type Given } from './analysis'
import { sameDay } from './annees-a-date'
import { compareADate } from './comparaison-a-date'
import { rule } from './definition'
import { readReach } from './horizon'
import { donateursParAxe } from './par-axe'
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
}

/** A code of the year; or, with `code` null, all its codes, or (`present` false) those of the previous year alone. */
interface Code extends Sums {
  code: string | null
  present: boolean
  /** How many. */
  codes: number
}

const NONE: Sums = {
  donations: 0,
  cents: 0,
  avant_donations: 0,
  avant_cents: 0,
  a_date_cents: 0,
  avant_a_date_donations: 0,
  avant_a_date_cents: 0,
}

const MEASURES = Object.keys(NONE) as (keyof Sums)[]

/** Adds sums, or takes them off. */
function add(codes: readonly Sums[], whole = NONE, sign = 1): Sums {
  const total = { ...whole }
  for (const code of codes) for (const measure of MEASURES) total[measure] += sign * code[measure]
  return total
}

/** The days of the month of two years that the later one has reached, up to the day that it has. */
const daysUpTo = (axe: Axe, au: string): RawBuilder<unknown> => {
  const [annee = 0, mois = 0] = au.split('-').map(Number)
  return sql`
    union all
    select code, date_part('year', jour) = ${annee}, false, true, nombre, montant
    from ventilation_jours_axes
    where axe = ${axe}
      and (
        jour between make_date(${annee}, ${mois}, 1) and ${au}::date
        or jour between make_date(${annee} - 1, ${mois}, 1) and ${sameDay(au, annee - 1)}::date
      )`
}

/**
 * The largest codes of the year, then all of them and those of the previous year alone. All codes are summed once, by
 * what little is asked of all, and never sorted: there may be 100 000.
 */
async function readCodes(db: Db, axe: Axe, annee: number, au: string | null): Promise<Code[]> {
  const sums = sql`
    sum(donations)::bigint as donations,
    round(sum(montant) * 100) as cents,
    sum(avant_donations)::bigint as avant_donations,
    round(sum(avant_montant) * 100) as avant_cents,
    round(sum(a_date_montant) * 100) as a_date_cents,
    sum(avant_a_date_donations)::bigint as avant_a_date_donations,
    round(sum(avant_a_date_montant) * 100) as avant_a_date_cents`
  const { rows } = await sql<Code>`
    with comptes as (
      select
        code,
        annee = ${annee} as courante,
        true as entiere,
        ${au === null ? sql`true` : sql`mois < ${Number(au.slice(5, 7))}`} as a_date,
        nombre,
        montant
      from ventilation_mois_axes
      where axe = ${axe} and annee in (${annee}, ${annee} - 1)
      ${au === null ? sql`` : daysUpTo(axe, au)}
    ),
    sommes as materialized (
      select
        code,
        coalesce(sum(nombre) filter (where courante and entiere), 0) as donations,
        coalesce(sum(montant) filter (where courante and entiere), 0) as montant,
        coalesce(sum(nombre) filter (where not courante and entiere), 0) as avant_donations,
        coalesce(sum(montant) filter (where not courante and entiere), 0) as avant_montant,
        coalesce(sum(montant) filter (where courante and a_date), 0) as a_date_montant,
        coalesce(sum(nombre) filter (where not courante and a_date), 0) as avant_a_date_donations,
        coalesce(sum(montant) filter (where not courante and a_date), 0) as avant_a_date_montant
      from comptes
      group by code
      having sum(nombre) filter (where entiere) > 0
    ),
    grands as (
      select *
      from sommes
      where donations > 0
      order by montant desc, code collate "C"
      limit ${CODES_AU_PLUS}
    )
    select *
    from (
      select code, true as present, 1::bigint as codes, ${sums} from grands group by code
      union all
      select null, donations > 0, count(*), ${sums} from sommes group by donations > 0
    ) as lignes
    order by cents desc, code collate "C"`.execute(db)
  return rows
}

/** Donors by these codes of a year, once a code; with `code` null those of all others, once for each. */
async function readDonateursDesCodes(db: Db, axe: Axe, annee: number, codes: string[]) {
  const { rows } = await sql<{ code: string | null; donateurs: number; nouveaux: number }>`
    select
      case when code = any (${codes}::text[]) then code end as code,
      sum(donateurs)::bigint as donateurs,
      sum(nouveaux)::bigint as nouveaux
    from ${donateursParAxe(axe)}
    where axe = ${axe} and annee = ${annee}
    group by 1`.execute(db)
  return new Map(rows.map((row) => [row.code, row]))
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
  const total = add([all ?? NONE, gone ?? NONE])
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
        add(largest, all, -1),
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
    disparus: { codes: gone?.codes ?? 0, ...lineOf(gone ?? NONE, NOBODY, whole) },
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
