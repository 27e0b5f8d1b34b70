import { sql } from 'kysely'
import { DEPARTEMENTS, type LieuConnu, REGIONS } from '#contract/departements'
import { type Geographie, geographie } from '#contract/geographie'
import { formatCount, formatMeasure, plural } from '#figures/format'
import { addUp, changeOf, eurosEach, nearest, rateOf } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import { inSnapshot } from '../platform/database/snapshot'
import { type Analysis, call, type Given } from './analysis'
import { sameDay } from './annees-a-date'
import { compareADate } from './comparaison-a-date'
import { readKept } from './croisements-gardes'
import { rule } from './definition'
import { readHorizons, readReach } from './horizon'

export default {
  section: 'Donateurs',
  calls: [call(geographie, ({ db, params: { annee } }) => readGeographie(db, annee))],
  definitions: defineGeographie,
} satisfies Analysis

/** Donors and cents of a place, this year and the one before, whole and up to a day. */
interface Sums {
  donateurs: number
  nouveaux: number
  donations: number
  cents: number
  avant_donateurs: number
  avant_cents: number
  a_date_cents: number
  avant_a_date_cents: number
}

const NONE: Sums = {
  donateurs: 0,
  nouveaux: 0,
  donations: 0,
  cents: 0,
  avant_donateurs: 0,
  avant_cents: 0,
  a_date_cents: 0,
  avant_a_date_cents: 0,
}

/** Both years whole, by department. */
async function readYears(db: Db, annee: number): Promise<Map<string, Sums>> {
  const found = new Map<string, Sums>()
  const cases = await readKept(db, ['departement', 'anciennete'], [annee - 1, annee])
  for (const { annee: year, ligne, colonne, donateurs, donations, cents } of cases) {
    const isPresent = year === annee
    const one = isPresent
      ? {
          donateurs,
          nouveaux: colonne === 'nouveaux' ? donateurs : 0,
          donations,
          cents,
          a_date_cents: cents,
        }
      : { avant_donateurs: donateurs, avant_cents: cents, avant_a_date_cents: cents }
    found.set(ligne, addUp(found.get(ligne) ?? NONE, [{ ...NONE, ...one }]))
  }
  return found
}

/** Both years up to a day of the later one, by department: whole months, then days of the last. */
async function readToDate(db: Db, annee: number, au: string) {
  const mois = Number(au.slice(5, 7))
  const days = (year: number) =>
    sql`annee = ${year} and jour between make_date(${year}, ${mois}, 1) and ${sameDay(au, year)}::date`
  const { rows } = await sql<
    Pick<Sums, 'a_date_cents' | 'avant_a_date_cents'> & { departement: string }
  >`
    select
      departement,
      coalesce(round(sum(montant) filter (where annee = ${annee}) * 100), 0) as a_date_cents,
      coalesce(round(sum(montant) filter (where annee <> ${annee}) * 100), 0) as avant_a_date_cents
    from (
      select departement, annee, montant
      from departements_par_mois_a_jour
      where annee in (${annee}, ${annee} - 1) and mois < ${mois}
      union all
      select departement, annee, montant from departements_par_jour_a_jour where ${days(annee)}
      union all
      select departement, annee, montant from departements_par_jour_a_jour where ${days(annee - 1)}
    ) as parts
    group by departement`.execute(db)
  return rows
}

async function readGeographie(db: Db, annee: number): Promise<Geographie> {
  const running = await compareADate(db, annee)
  return inSnapshot(db, async (snapshot) => {
    const au = await readReach(snapshot, annee)
    const { publie } = await readHorizons(snapshot)
    const isKept = au === null || publie?.slice(0, 4) === String(annee)
    const comparable = (running?.comparable ?? true) && isKept
    const found = await readYears(snapshot, annee)
    if (au !== null) {
      for (const sums of found.values())
        Object.assign(sums, { a_date_cents: 0, avant_a_date_cents: 0 })
      for (const { departement, ...sums } of await readToDate(snapshot, annee, au))
        found.set(departement, { ...(found.get(departement) ?? NONE), ...sums })
    }
    const sumOf = (codes: Iterable<string>) =>
      addUp(
        NONE,
        [...codes].flatMap((code) => found.get(code) ?? []),
      )
    const total = sumOf(found.keys())
    const chiffresOf = (sums: Sums): Geographie['total'] => ({
      donateurs: sums.donateurs,
      nouveaux: sums.nouveaux,
      donations: sums.donations,
      montant: sums.cents / 100,
      part: rateOf(sums.cents, total.cents),
      don_moyen: sums.donations === 0 ? null : eurosEach(sums.cents, sums.donations),
      precedent: { donateurs: sums.avant_donateurs, montant: sums.avant_cents / 100 },
      precedent_a_date: isKept ? { montant: sums.avant_a_date_cents / 100 } : null,
      evolution_a_date: comparable ? changeOf(sums.a_date_cents, sums.avant_a_date_cents) : null,
    })
    const lieuOf = ({ code, nom, population, annee_population }: LieuConnu, sums: Sums) => ({
      code,
      nom,
      population,
      annee_population,
      pour_10000: population === null ? null : nearest(sums.donateurs, population, 1_000_000) / 100,
      ...chiffresOf(sums),
    })
    const present = DEPARTEMENTS.filter(({ code }) => found.has(code))
    const regions = new Set(present.map(({ region }) => region))
    return {
      annee,
      au,
      comparable,
      departements: present.map((one) => ({
        ...lieuOf(one, found.get(one.code) ?? NONE),
        region: one.region,
      })),
      regions: REGIONS.filter(({ code }) => regions.has(code)).map((one) =>
        lieuOf(one, sumOf(one.departements)),
      ),
      total: chiffresOf(total),
    }
  })
}

/** Defines the places of donors, with the year's largest department as example. */
async function defineGeographie({ db }: Given, annee: number) {
  const { departements } = await readGeographie(db, annee)
  const [largest] = departements
    .filter(({ pour_10000 }) => pour_10000 !== null)
    .sort((one, other) => other.donateurs - one.donateurs)
  return {
    geographie: rule({
      titre: 'Géographie des donateurs',
      formule:
        'Le département est celui du code postal de la fiche, de nos jours : les espaces et « CEDEX » ne comptent pas, un 0 perdu en tête revient, la Corse est 2A ou 2B, et une vingtaine de codes postaux sont d’un autre département que leurs premiers chiffres. Tout le reste est « Étranger ou inconnu ». Chaque donateur compte une fois, donc tout s’additionne. Pour 10 000 habitants : donateurs × 10 000 ÷ population municipale.',
      exemple:
        largest && largest.population !== null && largest.pour_10000 !== null
          ? `${annee}, ${largest.nom} : ${plural(largest.donateurs, 'donateur')} × 10 000 ÷ ${formatCount(largest.population)} habitants (${largest.annee_population ?? ''}) = ${formatMeasure(largest.pour_10000)}.`
          : null,
      depuis: '2026-11-24',
    }),
  }
}
