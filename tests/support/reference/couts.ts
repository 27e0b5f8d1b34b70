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
  const costOf = (of: readonly Costed[]) => total(of, ({ cout }) => Math.round((cout ?? 0) * 100))
  const sent = (of: readonly Costed[]) => total(of, (one) => one.envois ?? 0)
  const spent = costed.filter(({ cout }) => Number(cout) > 0)
  const recruiting = spent.filter(({ recruits }) => recruits > 0)
  const posted = costed.filter(({ envois }) => Number(envois) > 0)
  const both = posted.filter(({ cout }) => cout !== null)
  const received = (of: readonly Costed[]) => total(of, ({ gifts }) => centsOf(gifts))
  return {
    cout: paid.length > 0 ? euros(costOf(paid)) : null,
    envois: mailed.length > 0 ? sent(mailed) : null,
    taux_retour:
      posted.length > 0
        ? percent(
            total(posted, ({ gifts }) => gifts.length),
            sent(posted),
          )
        : null,
    cout_par_envoi: both.length > 0 ? meanEuros(costOf(both), sent(both)) : null,
    euros_par_euro: spent.length > 0 ? meanEuros(received(spent) * 100, costOf(spent)) : null,
    net: paid.length > 0 ? euros(received(paid) - costOf(paid)) : null,
    cout_par_nouveau:
      recruiting.length > 0
        ? meanEuros(
            costOf(recruiting),
            total(recruiting, ({ recruits }) => recruits),
          )
        : null,
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
    familles: [...new Set(paid.map(({ famille }) => famille ?? null))]
      .map((famille) => {
        const own = paid.filter((one) => (one.famille ?? null) === famille)
        const { cout, net, euros_par_euro, cout_par_nouveau } = ratios(own)
        return {
          famille,
          campagnes: own.length,
          montant: euros(total(own, ({ gifts }) => centsOf(gifts))),
          nouveaux: total(own, ({ recruits }) => recruits),
          ...{ cout, net, euros_par_euro, cout_par_nouveau },
        }
      })
      .sort(
        (one, other) =>
          Number(other.cout) - Number(one.cout) ||
          ((one.famille ?? '\uffff') < (other.famille ?? '\uffff') ? -1 : 1),
      ),
    chiffrees: {
      campagnes: paid.length,
      montant: euros(total(paid, ({ gifts }) => centsOf(gifts))),
      nouveaux: total(paid, ({ recruits }) => recruits),
      rapports: {
        euros_par_euro: costed.filter(({ cout }) => Number(cout) > 0).length,
        cout_par_nouveau: costed.filter(({ cout, recruits }) => Number(cout) > 0 && recruits > 0)
          .length,
        taux_retour: costed.filter(({ envois }) => Number(envois) > 0).length,
        cout_par_envoi: costed.filter(({ cout, envois }) => cout !== null && Number(envois) > 0)
          .length,
      },
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
