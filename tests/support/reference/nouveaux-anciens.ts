import { changeAtDate, changeByCode, dayOf, type Running } from './a-date'
import { type Donor, donorsIn, inYear, isNew, profileOf } from './gifts'
import { change, countBy, goal, percent } from './rounding'

const PERIODS: readonly (readonly [string, number, number])[] = [
  ['Trimestre 1', 1, 3],
  ['Trimestre 2', 4, 6],
  ['Juillet-Août', 7, 8],
  ['Septembre', 9, 9],
  ['Octobre', 10, 10],
  ['Novembre', 11, 11],
  ['Décembre', 12, 12],
]

interface Groups {
  nouveaux: Donor[]
  anciens: Donor[]
}

function groupsOf(donors: readonly Donor[], year: number): Groups {
  const gave = donorsIn(donors, year)
  return {
    nouveaux: gave.filter((donor) => isNew(donor, year)),
    anciens: gave.filter((donor) => !isNew(donor, year)),
  }
}

export function periodes(donors: readonly Donor[], year: number, running: Running | null) {
  const now = groupsOf(donors, year)
  const before = groupsOf(donors, year - 1)
  const day = dayOf(running, year)
  const change = (count: (groups: Groups) => number) =>
    changeAtDate(running, year, donors, (some, annee) => count(groupsOf(some, annee)))
  return {
    a_date: day && {
      ...day,
      evolution_nouveaux: change(({ nouveaux }) => nouveaux.length),
      evolution_anciens: change(({ anciens }) => anciens.length),
      evolution_general: change(({ nouveaux, anciens }) => nouveaux.length + anciens.length),
    },
    data: PERIODS.map(([periode, from, to]) => {
      const came = (group: Donor[]) =>
        group.filter((donor) => {
          const month = inYear(donor, year)[0]?.month ?? 0
          return month >= from && month <= to
        }).length
      const cell = (group: keyof Groups) => ({
        nombre: came(now[group]),
        pourcentage_annee: percent(came(now[group]), now[group].length),
        pourcentage_annee_precedente: percent(came(now[group]), before[group].length),
      })
      return {
        periode,
        nouveaux: cell('nouveaux'),
        anciens: cell('anciens'),
        total: came(now.nouveaux) + came(now.anciens),
      }
    }),
    totaux: {
      total_nouveaux: now.nouveaux.length,
      total_anciens: now.anciens.length,
      total_general: now.nouveaux.length + now.anciens.length,
      total_nouveaux_precedente: before.nouveaux.length,
      total_anciens_precedente: before.anciens.length,
      total_general_precedente: before.nouveaux.length + before.anciens.length,
    },
    objectifs: {
      nouveaux: goal(before.nouveaux.length, now.nouveaux.length),
      anciens: goal(before.anciens.length, now.anciens.length),
    },
  }
}

export function medias(donors: readonly Donor[], year: number, running: Running | null) {
  const codesOf = (some: readonly Donor[], annee: number) =>
    countBy(groupsOf(some, annee).nouveaux, (donor) => donor[0]?.media ?? '')
  const codes = (annee: number) => codesOf(donors, annee)
  const now = codes(year)
  const before = codes(year - 1)
  const total = (counts: Map<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0)
  return {
    data: sorted(now, before).map((code) => {
      const current = now.get(code) ?? 0
      const previous = before.get(code) ?? 0
      return {
        codemedia_code: code,
        nouveaux_current: current,
        nouveaux_previous: previous,
        pourcentage_current: percent(current, total(now)),
        pourcentage_previous: percent(previous, total(before)),
        evolution: change(previous, current),
        evolution_a_date: changeByCode(
          running,
          year,
          donors,
          (some, annee) => codesOf(some, annee).get(code) ?? 0,
        ),
      }
    }),
    totaux: {
      total_current: total(now),
      total_previous: total(before),
      evolution_a_date: changeByCode(
        running,
        year,
        donors,
        (some, annee) => groupsOf(some, annee).nouveaux.length,
      ),
    },
    a_date: dayOf(running, year),
  }
}

export const origines = (donors: readonly Donor[], year: number, running: Running | null) =>
  compare(
    donors,
    year,
    running,
    'origincode_code',
    (donor, annee) => inYear(donor, annee)[0]?.origin ?? '',
  )

export const profils = (
  donors: readonly Donor[],
  year: number,
  running: Running | null,
  produit: string,
) =>
  compare(donors, year, running, 'profil_campagne', (donor, annee) =>
    profileOf(inYear(donor, annee), produit, 'MIXTE'),
  )

function compare(
  donors: readonly Donor[],
  year: number,
  running: Running | null,
  key: string,
  name: (donor: Donor, year: number) => string,
) {
  const ofThese = (some: readonly Donor[], annee: number, group: keyof Groups | 'total') => {
    const { nouveaux, anciens } = groupsOf(some, annee)
    const chosen = group === 'total' ? [...nouveaux, ...anciens] : { nouveaux, anciens }[group]
    return countBy(chosen, (donor) => name(donor, annee))
  }
  const of = (annee: number, group: keyof Groups | 'total') => ofThese(donors, annee, group)
  const all = (counts: Map<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0)
  const groups = ['nouveaux', 'anciens', 'total'] as const
  const names = sorted(of(year, 'total'), of(year - 1, 'total'))
  return {
    data: names.map((nom) => {
      const row: Record<string, string | number | null> = { [key]: nom }
      for (const group of groups) {
        const current = of(year, group)
        const previous = of(year - 1, group)
        row[`${group}_current`] = current.get(nom) ?? 0
        row[`${group}_previous`] = previous.get(nom) ?? 0
        row[`pct_${group}_current`] = percent(current.get(nom) ?? 0, all(current))
        row[`pct_${group}_previous`] = percent(previous.get(nom) ?? 0, all(previous))
        row[`evolution_${group}`] = change(previous.get(nom) ?? 0, current.get(nom) ?? 0)
        row[`evolution_${group}_a_date`] = changeByCode(
          running,
          year,
          donors,
          (some, annee) => ofThese(some, annee, group).get(nom) ?? 0,
        )
      }
      return row
    }),
    totaux: Object.fromEntries(
      groups.flatMap((group) => [
        [`${group}_current`, all(of(year, group))],
        [`${group}_previous`, all(of(year - 1, group))],
        [
          `evolution_${group}_a_date`,
          changeByCode(running, year, donors, (some, annee) => all(ofThese(some, annee, group))),
        ],
      ]),
    ),
    a_date: dayOf(running, year),
  }
}

/** The names of either year, by this year's count, then alphabetically. */
function sorted(now: Map<string, number>, before: Map<string, number>): string[] {
  return [...new Set([...now.keys(), ...before.keys()])].sort(
    (one, other) =>
      (now.get(other) ?? 0) - (now.get(one) ?? 0) ||
      one.localeCompare(other, 'fr') ||
      (one < other ? -1 : 1),
  )
}
