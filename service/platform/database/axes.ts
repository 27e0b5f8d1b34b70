import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type AxeCroise, AXES_CROISES, codesDe } from '#contract/axes'
import type { SansCodes } from '#contract/croisements'
import { departementsDe, regionDe } from '#contract/departements'
import { Axe, CODES_AU_PLUS } from '#contract/ventilation'
import { nameProfil, PROFILS } from '#figures/profils'

type Condition = RawBuilder<SqlBool>

/** A year that donors are asked about, up to the horizon; `series` as published, or as they are, which is the default. */
export interface Moment {
  annee: number
  horizon?: RawBuilder<unknown>
  series?: 'series_du_moment' | 'series_presentes'
}

const HORIZON = sql`(select jour from horizon_a_jour)`

/** Where the answers of an axis stand. */
interface Stocke {
  /** Of a gift in `dons_croises_a_jour`; with `garde` of donors by two axes in `croisements_a_jour` too. */
  don: (moment: Moment) => RawBuilder<unknown>
  garde?: true
  /** Of a donor's year, `faits`; of gifts there are the codes of several, see codesOfFact. */
  fait?: (moment: Moment) => RawBuilder<unknown>
  /** What is stored in place of an answer: its rank, from this number on, or whether it is the first of two. */
  rang?: 0 | 1 | 'deux'
}

const kept = (name: string, more: Partial<Stocke> = {}): Stocke => ({
  don: () => sql.ref(name),
  garde: true,
  fait: () => sql.ref(`faits.${name}`),
  ...more,
})
const ofGifts = (name: string, rang?: 0 | 1): Stocke => ({
  don: () => sql.ref(name),
  ...(rang !== undefined && { rang }),
})

/** Years since that of the last gift: none, one, two, or more. */
const since = (annee: RawBuilder<unknown>, { horizon = HORIZON }: Moment) =>
  sql`least(greatest(date_part('year', ${horizon})::integer - ${annee}, 0), 3)`

/** The contacts with an active series of gifts at the end of the year, or at the horizon before it. */
function regulars({ annee, horizon = HORIZON, series = 'series_presentes' }: Moment) {
  const jour = sql`least(make_date(${annee}, 12, 31), ${horizon})`
  return sql`(
    select contact_id
    from ${sql.table(series)} as series
    where connue_le is not null and premier <= ${jour} and arret > ${jour}
  )`
}

const STOCKES: Record<AxeCroise, Stocke> = {
  annee: kept('annee'),
  // Its departments, which answerOf puts together.
  region: kept('departement'),
  departement: kept('departement'),
  anciennete: kept('nouveau', { fait: () => sql`faits.annee_precedente is null`, rang: 'deux' }),
  profil: kept('profil'),
  segment: kept('segment', { rang: 1 }),
  tranche: kept('tranche_total', { rang: 0 }),
  statut: {
    don: (moment) => since(sql`derniere_annee`, moment),
    fait: (moment) => since(sql`date_part('year', faits.dernier_don)::integer`, moment),
    rang: 0,
  },
  regulier: {
    don: (moment) => sql`contact_id in ${regulars(moment)}`,
    fait: (moment) => sql`faits.contact_id in ${regulars(moment)}`,
    rang: 'deux',
  },
  mois: ofGifts('mois', 1),
  tranche_don: ofGifts('tranche', 0),
  media: ofGifts('media'),
  origine: ofGifts('origine'),
  campagne: ofGifts('campagne'),
  famille: { don: () => sql`coalesce(famille, 'N/A')` },
  produit: ofGifts('produit'),
}

/** Whether donors are kept by this axis and any other. */
export const isKeptAxis = (axe: AxeCroise): boolean => STOCKES[axe].garde === true

/** Whether what is read of an axis is a rank, not a code. */
export const hasRanks = (axe: AxeCroise): boolean => STOCKES[axe].rang !== undefined

/** What is read of a gift, or of donors that are kept, on an axis: see answerOf. */
export function placeOfGift(axe: AxeCroise, moment: Moment = { annee: 0 }): RawBuilder<unknown> {
  const { don, rang } = STOCKES[axe]
  return rang === 'deux' ? sql`case when ${don(moment)} then 0 else 1 end` : don(moment)
}

/** The answer that was read, as lists and screens name it; `produit` is the campaign that is not VFL. */
export function answerOf(axe: AxeCroise, lue: string, produit: string): string {
  if (axe === 'region') return regionDe(lue)
  const profil = axe === 'profil' ? PROFILS.find((one) => one === lue) : undefined
  if (profil) return nameProfil(produit, profil)
  const { rang } = STOCKES[axe]
  return (rang !== undefined && codesDe(axe)?.[Number(lue) - (rang === 1 ? 1 : 0)]) || lue
}

function isAnswer(axe: AxeCroise, stored: RawBuilder<unknown>, code: string): Condition {
  const { rang } = STOCKES[axe]
  const at = codesDe(axe)?.indexOf(code) ?? 0
  if (axe === 'region') return sql`${stored} = any (${departementsDe(code)}::text[])`
  if (rang === 'deux') return sql`(${stored}) = ${at === 0}`
  return sql`${stored} = ${rang === undefined ? code : at + rang}`
}

/** What is asked of each axis. */
type Demande = Partial<Record<AxeCroise, string | undefined>>

/** Donors of a year, `faits`, with these answers; nothing of axes of gifts. */
export const donorsWith = (
  moment: Moment,
  demande: Demande,
  { departement: hors }: SansCodes,
): Condition[] => [
  ...AXES_CROISES.flatMap((axe) => {
    const { fait } = STOCKES[axe]
    const code = demande[axe]
    return fait && code !== undefined ? isAnswer(axe, fait(moment), code) : []
  }),
  ...(hors ? [sql<boolean>`faits.departement <> all (${hors}::text[])`] : []),
]

/** The codes of a donor's gifts of a year, `faits`: the first gift's, and the different ones of the others. */
export const codesOfFact = (axe: Exclude<Axe, 'famille'>) => ({
  premier: sql.ref(`faits.${axe}`),
  autres: sql.ref(`faits.autres_${axe}s`),
})

/** Donors by code, on this axis: several servers cannot be asked for families and for codes in one question. */
export const donateursParAxe = (axe: Axe): RawBuilder<unknown> =>
  sql.table(`ventilation_donateurs_${axe === 'famille' ? 'axes' : 'a_jour'}`)

/** The year's campaign codes whose families satisfy the condition. */
export const codesOfFamilies = (annee: number, condition: Condition): RawBuilder<unknown> =>
  sql`(select code from familles_des_codes where annee = ${annee} and ${condition})`

/** The year's codes that have a row of their own on an axis. */
export const largestCodes = (annee: number, axe: Axe): RawBuilder<unknown> => sql`(
  select code
  from ventilation_rangs_a_jour
  where axe = ${axe} and annee = ${annee} and rang <= ${CODES_AU_PLUS}
)`

type ColumnOf = (axe: Exclude<Axe, 'famille'>) => RawBuilder<unknown>

/** Whether a gift's code satisfies the condition; `columnOf` is where codes are: a family is that of the campaign. */
export const codeIs = (
  annee: number,
  axe: Axe,
  columnOf: ColumnOf,
  condition: (code: RawBuilder<unknown>) => Condition,
): Condition =>
  axe === 'famille'
    ? sql`${columnOf('campagne')} in ${codesOfFamilies(annee, condition(sql`famille`))}`
    : condition(columnOf(axe))

/** Gifts of a year with these codes, and with none of those that « Autres » leaves out. */
export const codesWith = (
  annee: number,
  demande: Demande,
  sans: SansCodes,
  columnOf: ColumnOf,
): Condition[] =>
  Axe.options.flatMap((axe) => {
    const { [axe]: code } = demande
    const { [axe]: hors } = sans
    const is = (condition: (one: RawBuilder<unknown>) => Condition) =>
      codeIs(annee, axe, columnOf, condition)
    return [
      code !== undefined && is((one) => sql`${one} = ${code}`),
      hors && is((one) => sql`${one} <> all (${hors}::text[])`),
    ].filter((condition) => typeof condition === 'object')
  })

/** Gifts in `dons_croises_a_jour` of a year with these answers. */
export const giftsWith = (annee: number, demande: Demande, sans: SansCodes): Condition[] => [
  ...(['mois', 'tranche_don'] as const).flatMap((axe) => {
    const code = demande[axe]
    return code === undefined ? [] : isAnswer(axe, STOCKES[axe].don({ annee }), code)
  }),
  ...codesWith(annee, demande, sans, (axe) => sql.ref(axe)),
]
