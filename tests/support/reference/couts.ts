import { centsOf, type Donor, type Fiche, type Gift, inYear } from './gifts'
import { horizon } from './horizon'
import { euros, meanEuros, percent } from './rounding'
import { ventilation } from './ventilation'

/** A campaign with a cost or mailings, and its gifts of its financial year. */
interface Costed extends Fiche {
  gifts: Gift[]
  recruits: number
}

const hasFigures = ({ cout, envois }: Fiche) => cout !== null || envois !== null

function costedIn(donors: readonly Donor[], annee: number, fiches: readonly Fiche[]): Costed[] {
  return fiches
    .filter((fiche) => fiche.exercice === annee && hasFigures(fiche))
    .map((fiche) => ({
      ...fiche,
      gifts: donors
        .flatMap((donor) => inYear(donor, annee))
        .filter(({ campaignCode }) => campaignCode === fiche.code),
      recruits: donors.filter(
        ([first]) => first?.year === annee && first.campaignCode === fiche.code,
      ).length,
    }))
}

const total = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0)

function ratios(costed: readonly Costed[]) {
  const paid = costed.filter(({ cout }) => cout !== null)
  const mailed = costed.filter(({ envois }) => envois !== null)
  const both = paid.filter(({ envois }) => envois !== null)
  const costOf = (of: readonly Costed[]) => total(of, ({ cout }) => Math.round((cout ?? 0) * 100))
  const envois = total(mailed, (one) => one.envois ?? 0)
  const received = total(paid, ({ gifts }) => centsOf(gifts))
  const recruits = total(paid, (one) => one.recruits)
  const mailings = total(both, (one) => one.envois ?? 0)
  return {
    cout: paid.length > 0 ? euros(costOf(paid)) : null,
    envois: mailed.length > 0 ? envois : null,
    taux_retour:
      envois > 0
        ? percent(
            total(mailed, ({ gifts }) => gifts.length),
            envois,
          )
        : null,
    cout_par_envoi: mailings > 0 ? meanEuros(costOf(both), mailings) : null,
    euros_par_euro: costOf(paid) > 0 ? meanEuros(received * 100, costOf(paid)) : null,
    net: paid.length > 0 ? euros(received - costOf(paid)) : null,
    cout_par_nouveau: recruits > 0 ? meanEuros(costOf(paid), recruits) : null,
  }
}

/** Gift by gift in order: the first that brings what the recruits gave to the cost. */
function breakEven(donors: readonly Donor[], { code, cout }: Fiche, until: string) {
  const none = { seuil_mois: null, manque: null }
  const first = donors
    .flat()
    .filter(({ campaignCode }) => campaignCode === code)
    .reduce((least, { day }) => (day < least ? day : least), '9')
  if (cout === null) return none
  if (first === '9') return { ...none, manque: cout > 0 ? cout : null }
  const monthsTo = (day: string) =>
    (Number(day.slice(0, 4)) - Number(first.slice(0, 4))) * 12 +
    Number(day.slice(5, 7)) -
    Number(first.slice(5, 7))
  let missing = Math.round(cout * 100)
  if (missing === 0) return { seuil_mois: 0, manque: null }
  const given = donors
    .filter(([start]) => start?.campaignCode === code)
    .flat()
    .filter(({ day }) => day.slice(0, 7) <= until.slice(0, 7))
    .sort((one, other) => (one.day < other.day ? -1 : 1))
  for (const { day, cents } of given) {
    missing -= cents
    if (missing <= 0) return { seuil_mois: monthsTo(day), manque: null }
  }
  return { seuil_mois: null, manque: euros(missing) }
}

export function couts(donors: readonly Donor[], annee: number, fiches: readonly Fiche[] = []) {
  const { au, data, total: whole } = ventilation(donors, 'campagne', annee)
  const costed = costedIn(donors, annee, fiches)
  const until = horizon(donors).horizon ?? ''
  const sums = ({ montant, donations, donateurs, nouveaux }: typeof whole) => ({
    montant,
    donations,
    donateurs,
    nouveaux,
  })
  const line = (code: string, found: ReturnType<typeof sums>) => {
    const known = costed.filter((one) => one.code === code)
    const elsewhere = donors
      .flat()
      .filter(({ campaignCode, year }) => campaignCode === code && year !== annee)
    return {
      code,
      regroupe: null,
      nom: null,
      famille: fiches.find((fiche) => fiche.code === code)?.famille ?? null,
      ...found,
      ...ratios(known),
      ...(known[0] ? breakEven(donors, known[0], until) : { seuil_mois: null, manque: null }),
      ailleurs: known[0]
        ? { donations: elsewhere.length, montant: euros(centsOf(elsewhere)) }
        : null,
    }
  }
  const named = data.map(({ code }) => code)
  const silent = costed
    .filter(({ code }) => !named.includes(code))
    .sort(
      (one, other) =>
        (other.cout ?? -1) - (one.cout ?? -1) ||
        Buffer.compare(Buffer.from(one.code), Buffer.from(other.code)),
    )
  const paid = costed.filter(({ cout }) => cout !== null)
  return {
    annee,
    au,
    data: [
      ...data.map((row) => line(row.code, sums(row))),
      ...silent.map(({ code }) =>
        line(code, { montant: 0, donations: 0, donateurs: 0, nouveaux: 0 }),
      ),
    ],
    total: { ...sums(whole), ...ratios(costed) },
    chiffrees: {
      campagnes: paid.length,
      montant: euros(total(paid, ({ gifts }) => centsOf(gifts))),
      nouveaux: total(paid, ({ recruits }) => recruits),
    },
  }
}

export function coutsParAnnee(donors: readonly Donor[], fiches: readonly Fiche[] = []) {
  const years = new Set(fiches.filter(hasFigures).flatMap(({ exercice }) => exercice ?? []))
  return {
    data: [...years]
      .sort((one, other) => one - other)
      .map((annee) => {
        const costed = costedIn(donors, annee, fiches)
        const { cout, envois, taux_retour, euros_par_euro, cout_par_nouveau } = ratios(costed)
        return {
          annee,
          campagnes: costed.length,
          montant: euros(total(costed, ({ gifts }) => centsOf(gifts))),
          donations: total(costed, ({ gifts }) => gifts.length),
          nouveaux: total(costed, ({ recruits }) => recruits),
          ...{ cout, envois, taux_retour, euros_par_euro, cout_par_nouveau },
        }
      }),
  }
}
