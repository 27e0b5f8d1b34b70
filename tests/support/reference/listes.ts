import { groupIn } from './fidelite'
import { centsOf, type Donor, type Gift, inYear, isNew, nameOf, profileOf } from './gifts'
import { cellOf } from './grille'
import { horizon as reachOf } from './horizon'
import { monthsLater } from './months'
import { isRegularIn } from './reguliers'
import { euros } from './rounding'
import { AXES, codesOfYear } from './ventilation'

/** A list asked for, by the parameters of its address. */
export type Demande = { ensemble: string } & Record<string, string | number>

const PERIODS: Record<string, readonly number[]> = {
  'Trimestre 1': [1, 2, 3],
  'Trimestre 2': [4, 5, 6],
  'Juillet-Août': [7, 8],
  Septembre: [9],
  Octobre: [10],
  Novembre: [11],
  Décembre: [12],
}

const BANDS: Record<string, readonly [number, number]> = {
  '0-20': [0, 20],
  '20-50': [20, 50],
  '50-100': [50, 100],
  '100-200': [100, 200],
  '200-500': [200, 500],
  '500-1000': [500, 1000],
  '1000-2000': [1000, 2000],
  '2000-5000': [2000, 5000],
  '5000+': [5000, Infinity],
}

const inBand = (cents: number, band: string) => {
  const [from, to] = BANDS[band] ?? [0, 0]
  return cents >= from * 100 && cents < to * 100
}

const segmentOf = ({ length }: Donor) => (length === 1 ? '1' : length <= 5 ? '2-5' : '6+')

const codeOf = (code: string | undefined) => code || 'N/A'

/** The gifts that the list's amounts sum up for this donor; undefined for who is not in the list. */
function belongs(
  donor: Donor,
  asked: Demande,
  {
    horizon,
    produit,
    isAsked,
  }: { horizon: string; produit: string; isAsked: (gift: Gift) => boolean },
): readonly Gift[] | undefined {
  const annee = Number(asked['annee'])
  const day = String(asked['au'] ?? `${annee}-12-31`)
  const now = inYear(donor, annee)
  const before = inYear(donor, annee - 1)
  const [first] = now
  const isHere = first !== undefined && first.day <= day
  const wasHere = before.length > 0
  const isNewBefore = isNew(donor, annee - 1)
  const narrowed =
    (asked['periode'] === undefined || PERIODS[asked['periode']]?.includes(first?.month ?? 0)) &&
    (asked['media'] === undefined || codeOf(first?.media) === asked['media']) &&
    (asked['origine'] === undefined || codeOf(first?.origin) === asked['origine']) &&
    (asked['profil'] === undefined ||
      (now.length > 0 && profileOf(now, produit, 'MIXTE') === asked['profil']))
  const last = donor.findLast((gift) => gift.day <= day)
  const lastYear = last && inYear(donor, last.year)
  const kept = isHere && wasHere
  const lost = wasHere && now.length === 0
  const change = centsOf(now) - centsOf(before)
  const only = (is: boolean | undefined, gifts: readonly Gift[] | undefined) =>
    is ? gifts : undefined

  switch (asked.ensemble) {
    case 'actifs':
      return only(isHere && narrowed, now)
    case 'nouveaux':
      return only(isHere && isNew(donor, annee) && narrowed, now)
    case 'anciens':
      return only(isHere && !isNew(donor, annee) && narrowed, now)
    case 'dormants':
      return only(last?.year === annee - 1, lastYear)
    case 'inactifs':
      return only(last?.year === annee - 2, lastYear)
    case 'tres_inactifs':
      return only(last && last.year < annee - 2, lastYear)
    case 'historiques':
      return lastYear
    case 'conserves':
      return only(
        kept && (asked['groupe'] === undefined || groupIn(donor, annee - 1) === asked['groupe']),
        now,
      )
    case 'reactives':
      return only(isHere && !wasHere && !isNew(donor, annee), now)
    case 'perdus':
      return only(lost, before)
    case 'absents': {
      const lastBefore = donor.findLast((gift) => gift.year < annee)
      return only(now.length === 0, lastBefore && inYear(donor, lastBefore.year))
    }
    case 'hausse':
      return only(kept && change > 0, now)
    case 'stables':
      return only(kept && change === 0, now)
    case 'baisse':
      return only(kept && change < 0, now)
    case 'perdus_nouveaux':
      return only(lost && isNewBefore, before)
    case 'perdus_autres':
      return only(lost && !isNewBefore, before)
    case 'tranche_total':
      return only(isHere && inBand(centsOf(now), String(asked['tranche'])), now)
    case 'tranche_dernier':
      return only(isHere && inBand(now.at(-1)?.cents ?? 0, String(asked['tranche'])), now)
    case 'segment':
      return only(isHere && segmentOf(now) === asked['segment'], now)
    case 'profil':
      return only(isHere && narrowed, now)
    case 'cohorte':
      return only(isHere && isNew(donor, Number(asked['cohorte'])), now)
    case 'code':
    case 'autres_codes':
      return only(
        asked['premier'] === undefined
          ? now.some(isAsked)
          : isNew(donor, annee) && donor.slice(0, 1).some(isAsked),
        now,
      )
    case 'carriere': {
      const campaign = (gift: Gift | undefined) => nameOf(gift?.campaign, produit)
      const start = campaign(donor[0])
      const end = campaign(donor.at(-1))
      return only(
        (asked['segment'] === undefined || segmentOf(donor) === asked['segment']) &&
          (asked['profil'] === undefined ||
            profileOf(donor, produit, 'LES_DEUX') === asked['profil']) &&
          (asked['premiere'] === undefined || start === asked['premiere']) &&
          (asked['derniere'] === undefined || end === asked['derniere']) &&
          (asked['comportement'] === undefined ||
            (start === end) === (asked['comportement'] === 'FIDELE')),
        donor,
      )
    }
    case 'deuxieme_don':
    case 'sans_deuxieme_don': {
      const start = donor[0]?.day ?? ''
      const end = monthsLater(start, Number(asked['mois']))
      const isDue = isNew(donor, Number(asked['cohorte'])) && end <= horizon
      const returned = donor.some((gift) => gift.day > start && gift.day <= end)
      return only(isDue && returned === (asked.ensemble === 'deuxieme_don'), donor)
    }
    case 'grille':
      return only(cellOf(donor, horizon) === asked['code'], donor)
    case 'reguliers_actifs':
    case 'reguliers_possibles':
    case 'reguliers_demarres':
    case 'reguliers_arretes':
    case 'reguliers_augmentes':
    case 'reguliers_diminues':
      return only(isRegularIn(donor, asked, horizon), donor)
    default:
      throw new Error(`Unknown set: ${asked.ensemble}`)
  }
}

/** Shorter ids first, then byte by byte. */
const compareIds = (one: string, other: string) =>
  Array.from(one).length - Array.from(other).length ||
  Buffer.compare(Buffer.from(one), Buffer.from(other))

/** Who is in a list, largest amount first, recomputed from the gifts without SQL. */
export function liste(donors: readonly Donor[], asked: Demande, produit: string) {
  const horizon = donors.flat().reduce((latest, { day }) => (day > latest ? day : latest), '')
  const { codeOf, others } = codesOfYear(donors, asked['axe'], Number(asked['annee']))
  const isAsked = (gift: Gift) =>
    asked.ensemble === 'code' ? codeOf(gift) === asked['valeur'] : others.has(codeOf(gift))
  const members = donors.flatMap((donor) => {
    const gifts = belongs(donor, asked, { horizon, produit, isAsked })
    const contact_id = donor[0]?.contact
    if (!gifts || contact_id === undefined) return []
    return [
      {
        contact_id,
        cents: centsOf(gifts),
        nombre_dons: gifts.length,
        premier_don: donor[0]?.day,
        dernier_don: donor.at(-1)?.day,
        dernier_montant: euros(donor.at(-1)?.cents ?? 0),
        cumul: euros(centsOf(donor)),
        cumul_dons: donor.length,
      },
    ]
  })
  return {
    total_donateurs: members.length,
    total_montant: euros(members.reduce((sum, { cents }) => sum + cents, 0)),
    donateurs: members
      .sort((one, other) => other.cents - one.cents || compareIds(one.contact_id, other.contact_id))
      .map(({ cents, ...member }) => ({ ...member, montant: euros(cents) })),
  }
}

/** Every list that a year has, each with all that may narrow it. */
export function demandesDe(donors: readonly Donor[], annee: number, produit: string): Demande[] {
  const profils = [`${produit}_UNIQUEMENT`, 'VFL_UNIQUEMENT', 'MIXTE']
  const gifts = donors.flatMap((donor) => inYear(donor, annee))
  const medias = [...new Set(gifts.map(({ media }) => codeOf(media)))]
  const origines = [...new Set(gifts.map(({ origin }) => codeOf(origin)))]
  const days = ['01-01', '03-31', '06-30', '09-30', '10-31', '11-30', '12-31']
  const cohortes = [...new Set(donors.map((donor) => donor[0]?.year ?? annee))]
  const groups = ['actifs', 'nouveaux', 'anciens']
  const statuses = ['dormants', 'inactifs', 'tres_inactifs', 'historiques']
  const moves = ['conserves', 'reactives', 'perdus', 'hausse', 'stables', 'baisse']
  return [
    ...[...groups, ...statuses, ...moves, 'perdus_nouveaux', 'perdus_autres'].map((ensemble) => ({
      ensemble,
      annee,
    })),
    { ensemble: 'absents', annee },
    ...['nouveaux', 'reactives', 'fideles'].map((groupe) => ({
      ensemble: 'conserves',
      annee,
      groupe,
    })),
    ...groups.flatMap((ensemble) => [
      ...Object.keys(PERIODS).map((periode) => ({ ensemble, annee, periode })),
      ...medias.map((media) => ({ ensemble, annee, media })),
      ...origines.map((origine) => ({ ensemble, annee, origine })),
      ...profils.map((profil) => ({ ensemble, annee, profil })),
    ]),
    ...['actifs', ...statuses].flatMap((ensemble) =>
      days.map((day) => ({ ensemble, annee, au: `${annee}-${day}` })),
    ),
    ...['tranche_total', 'tranche_dernier'].flatMap((ensemble) =>
      Object.keys(BANDS).map((tranche) => ({ ensemble, annee, tranche })),
    ),
    ...['1', '2-5', '6+'].map((segment) => ({ ensemble: 'segment', annee, segment })),
    ...profils.map((profil) => ({ ensemble: 'profil', annee, profil })),
    ...AXES.flatMap((axe) =>
      [...codesOfYear(donors, axe, annee).codes].slice(0, 4).flatMap((valeur) => [
        { ensemble: 'code', annee, axe, valeur },
        { ensemble: 'code', annee, axe, valeur, premier: '1' },
      ]),
    ),
    ...AXES.map((axe) => ({ ensemble: 'autres_codes', annee, axe })),
    ...cohortes.map((cohorte) => ({ ensemble: 'cohorte', annee, cohorte })),
    ...['deuxieme_don', 'sans_deuxieme_don'].flatMap((ensemble) =>
      [3, 12, 24].map((mois) => ({ ensemble, cohorte: annee, mois })),
    ),
  ]
}

/** Every list of whole careers, and of the grid those that somebody is in and two that nobody can be in. */
export function demandesDesCarrieres(donors: readonly Donor[], produit: string): Demande[] {
  const horizon = reachOf(donors).horizon ?? ''
  const codes = new Set([...donors.map((donor) => cellOf(donor, horizon)), 'R1F0M1', 'R4F3M5'])
  const ensemble = 'carriere'
  const campaigns = [produit, 'VFL']
  return [
    ...[...codes].map((code) => ({ ensemble: 'grille', code })),
    { ensemble },
    ...['1', '2-5', '6+'].map((segment) => ({ ensemble, segment })),
    ...[`${produit}_UNIQUEMENT`, 'VFL_UNIQUEMENT', 'LES_DEUX'].flatMap((profil) => [
      { ensemble, profil },
      { ensemble, profil, segment: '1' },
    ]),
    ...campaigns.flatMap((premiere) => [
      ...campaigns.map((derniere) => ({ ensemble, premiere, derniere })),
      ...['FIDELE', 'MIGRE'].map((comportement) => ({ ensemble, premiere, comportement })),
    ]),
  ]
}
