import { sql } from 'kysely'
import type { MesureObjectif } from '#contract/objectifs'
import { groupBy } from '#figures/grouper'
import type { Apport } from '#figures/phasage'
import { roundTo, sum } from '#figures/ratios'
import type { Db } from '../platform/database/connect'

/** What an aim is compared with: complete years to follow, and what its own year brought, by month where that is known. */
export interface Histoire {
  years: Map<number, Apport[]>
  recu: number
  parMois: number[] | null
  /** Whether every entry is of one day. */
  byDay: boolean
}

interface Demande {
  annee: number
  horizon: string | null
  enCours: number | null
  /** The first day of the file's gifts. */
  debut: string | null
}

/** Years further back than this teach nothing. */
const BACK = 10

interface Jour {
  annee: number
  mois: number
  montant: number
  donateurs: number
  nouveaux: number
}

const EUROS = sql`select jour, montant, 0 as donateurs, 0 as nouveaux from dons_par_jour_a_jour`
const DONATEURS = sql`
  select jour, 0, nombre, case when recul = 0 then nombre else 0 end from donateurs_par_jour_a_jour`

/** Each day of these years, of what is asked for: euros; donors on the day of their first gift of the year, new ones. */
async function readJours(
  db: Db,
  mesures: ReadonlySet<MesureObjectif>,
  { annee, horizon }: Demande,
): Promise<Jour[]> {
  const withDonors = mesures.has('donateurs') || mesures.has('nouveaux')
  const from = `${annee - BACK}-01-01`
  const { rows } = await sql<Jour>`
    select
      date_part('year', jour)::smallint as annee,
      date_part('month', jour)::smallint as mois,
      sum(montant) as montant,
      sum(donateurs)::bigint as donateurs,
      sum(nouveaux)::bigint as nouveaux
    from (
      ${EUROS} where jour >= ${from}::date and ${sql.lit(mesures.has('montant'))}
      ${withDonors ? sql`union all ${DONATEURS} where annee >= ${annee - BACK}` : sql``}
    ) as jours
    where jour >= ${from}::date
      and jour <= least(make_date(${annee}, 12, 31), ${horizon}::date)
    group by jour
    order by jour`.execute(db)
  return rows
}

interface Mois {
  famille: string
  annee: number
  mois: number
  nombre: number
  montant: number
}

async function readMois(db: Db, familles: string[], { annee, horizon }: Demande): Promise<Mois[]> {
  const { rows } = await sql<Mois>`
    select code as famille, annee, mois, sum(nombre)::bigint as nombre, sum(montant) as montant
    from ventilation_mois_axes
    where axe = 'famille'
      and code = any (${familles}::text[])
      and annee between ${annee - BACK} and ${annee}
      and make_date(annee, mois, 1) <= ${horizon}::date
    group by code, annee, mois
    having sum(nombre) > 0
    order by annee, mois`.execute(db)
  return rows
}

async function readDonateurs(db: Db, familles: string[], annee: number) {
  const { rows } = await sql<{ famille: string; donateurs: number; nouveaux: number }>`
    select code as famille, sum(donateurs)::bigint as donateurs, sum(nouveaux)::bigint as nouveaux
    from ventilation_donateurs_axes
    where axe = 'famille' and annee = ${annee} and code = any (${familles}::text[])
    group by code`.execute(db)
  return new Map(rows.map((row) => [row.famille, row]))
}

type Venus = Awaited<ReturnType<typeof readDonateurs>>

const NOBODY: Venus = new Map()

/** Splits entries into the complete years before the aim's, and its own by month. */
function split(apports: readonly (Apport & { annee: number })[], asked: Demande, byDay: boolean) {
  const { annee, horizon, enCours, debut } = asked
  const last = horizon === null ? 0 : Number(horizon.slice(0, 4))
  const [first, month] = (debut ?? '').split('-').map(Number)
  const isComplete = (year: number) =>
    year < annee && year <= last && year !== enCours && (year !== first || month === 1)
  const own = apports.filter((one) => one.annee === annee)
  const parMois = Array.from({ length: 12 }, (_, at) =>
    roundTo(sum(own.flatMap(({ mois, valeur }) => (mois === at + 1 ? [valeur] : []))), 2),
  )
  return {
    years: groupBy(
      apports.filter((one) => isComplete(one.annee)),
      (one) => one.annee,
    ),
    recu: roundTo(sum(parMois), 2),
    parMois,
    byDay,
  }
}

/** The history of each aim, in their order. */
export async function readHistoires(
  db: Db,
  vises: readonly { mesure: MesureObjectif; famille: string | null }[],
  asked: Demande,
): Promise<Histoire[]> {
  const familles = [...new Set(vises.flatMap(({ famille }) => famille ?? []))]
  const whole = new Set(vises.flatMap(({ mesure, famille }) => (famille === null ? [mesure] : [])))
  const people = vises.flatMap(({ mesure, famille }) =>
    mesure === 'montant' ? [] : (famille ?? []),
  )
  const days = whole.size > 0 ? await readJours(db, whole, asked) : []
  const months = familles.length > 0 ? await readMois(db, familles, asked) : []
  const donors = people.length > 0 ? await readDonateurs(db, people, asked.annee) : NOBODY
  return vises.map(({ mesure, famille }) => {
    if (famille === null)
      return split(
        days.map((day) => ({ ...day, valeur: day[mesure] })),
        asked,
        true,
      )
    const ofFamily = months
      .filter((month) => month.famille === famille)
      .map((month) => ({ ...month, valeur: mesure === 'montant' ? month.montant : month.nombre }))
    const history = split(ofFamily, asked, false)
    return mesure === 'montant'
      ? history
      : { ...history, recu: donors.get(famille)?.[mesure] ?? 0, parMois: null }
  })
}
