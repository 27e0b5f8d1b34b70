import { sql } from 'kysely'
import { type Question, readSans, type SansCodes } from '#contract/croisements'
import type { ListeQuery } from '#contract/listes'
import { Statut } from '#contract/recherche'
import { citer, MONTH_NAMES, plural } from '#figures/format'
import { reguliersDe } from '../../../platform/database/reguliers'
import type { Profil } from '../../../platform/database/schema'
import { type Condition, type Ensemble, nommerProfil } from './ensemble'
import { nommerTranche, rangDe, segmentDe } from './repartition'

/** What narrows the donors of a year to a cell of a crossing. */
type DuDonateur = Partial<Pick<ListeQuery, 'tranche' | Question | 'sans'>> & {
  annee: number
  profil?: Profil | undefined
}

type DuDon = Pick<
  ListeQuery,
  | ('don_mois' | 'don_media' | 'don_origine' | 'don_campagne' | 'don_famille' | 'don_produit')
  | 'don_tranche'
>

const sansDe = (sans: string | undefined): SansCodes => (sans && readSans(sans)) || {}

/** Years since the last gift, as of today: none, one, two, or more. */
const RECUL = sql`least(greatest(
  (select date_part('year', jour) from horizon_a_jour) - date_part('year', faits.dernier_don), 0), 3)`

/** Donors of a cell, of their facts of the year; `series` as they are looked for. */
export function conditionsDe(
  demande: DuDonateur,
  series: 'series_du_moment' | 'series_presentes' = 'series_du_moment',
): Condition[] {
  const { annee, profil, tranche, segment, anciennete, statut, regulier, sans } = demande
  const { departement: hors } = sansDe(sans)
  return [
    profil && sql<boolean>`faits.profil = ${profil}`,
    tranche && sql<boolean>`faits.tranche_total = ${rangDe({ tranche })}`,
    segment && sql<boolean>`faits.segment = ${segmentDe({ segment }).rang}`,
    anciennete &&
      sql<boolean>`faits.annee_precedente is ${anciennete === 'nouveaux' ? sql`null` : sql`not null`}`,
    statut && sql<boolean>`${RECUL} = ${Statut.options.indexOf(statut)}`,
    regulier &&
      sql<boolean>`(faits.contact_id in ${reguliersDe(annee, series)}) = ${regulier === 'oui'}`,
    hors && sql<boolean>`faits.departement <> all (${hors}::text[])`,
  ].filter((condition) => typeof condition === 'object')
}

/** The year's campaign codes of the families that satisfy the condition. */
const desFamilles = (annee: number, condition: Condition) => sql`(
  select code from familles_des_codes where annee = ${annee} and ${condition})`

/** One gift of the year that is all this; undefined if nothing is asked of gifts. */
function duDon(demande: DuDonateur & DuDon, ids: string[] | undefined): Condition | undefined {
  const { annee, sans, don_mois: mois, don_tranche: tranche, don_famille: famille } = demande
  const { departement: _ofDonors, famille: autresFamilles, ...autres } = sansDe(sans)
  const codes = (['media', 'origine', 'campagne', 'produit'] as const).flatMap((axe) => {
    const code = demande[`don_${axe}`]
    const hors = autres[axe]
    return [
      code !== undefined && sql<boolean>`${sql.ref(axe)} = ${code}`,
      hors && sql<boolean>`${sql.ref(axe)} <> all (${hors}::text[])`,
    ]
  })
  const asked = [
    mois !== undefined && sql<boolean>`mois = ${mois}`,
    tranche && sql<boolean>`tranche = ${rangDe({ tranche })}`,
    famille !== undefined &&
      sql<boolean>`campagne in ${desFamilles(annee, sql`famille = ${famille}`)}`,
    autresFamilles &&
      sql<boolean>`campagne in ${desFamilles(annee, sql`famille <> all (${autresFamilles}::text[])`)}`,
    ...codes,
  ].filter((condition) => typeof condition === 'object')
  if (asked.length === 0) return undefined
  return sql`faits.contact_id in (
    select contact_id
    from dons_croises_a_jour
    where annee = ${annee} and ${sql.join(asked, sql` and `)}
      ${ids ? sql`and contact_id = any (${ids}::text[])` : sql``}
  )`
}

const STATUTS: Record<Statut, string> = {
  actif: 'actifs',
  dormant: 'dormants',
  inactif: 'inactifs',
  tres_inactif: 'très inactifs',
}

const AXES: Record<keyof SansCodes, string> = {
  departement: 'départements',
  media: 'codes média',
  origine: 'codes origine',
  campagne: 'codes campagne',
  famille: 'familles de campagnes',
  produit: 'codes produit',
}

function motsDe(
  demande: DuDonateur & DuDon & { horizon: string | null },
  produit: string,
): string[] {
  const { profil, tranche, segment, anciennete, statut, regulier } = demande
  const hors = Object.entries(AXES).flatMap(([axe, nom]) => {
    const codes = sansDe(demande.sans)[axe as keyof SansCodes]
    return codes ? [`hors de ${plural(codes.length, nom, nom)}`] : []
  })
  return [
    anciennete,
    profil && nommerProfil(profil, produit),
    segment && segmentDe({ segment }).mots,
    tranche && `total de l’année ${nommerTranche(tranche)}`,
    statut && `${STATUTS[statut]} aujourd’hui`,
    regulier && (regulier === 'oui' ? 'réguliers' : 'non réguliers'),
    ...motsDuDon(demande),
    ...hors,
  ].filter((part) => typeof part === 'string')
}

/** « de mars », « d’avril » */
const deMois = (nom: string) => `${/^[AO]/.test(nom) ? 'd’' : 'de '}${nom.toLowerCase()}`

/** What is asked of a gift, in words. */
const motsDuDon = (demande: DuDon): (string | false | undefined)[] => [
  demande.don_mois !== undefined && `don ${deMois(MONTH_NAMES[demande.don_mois - 1] ?? '')}`,
  demande.don_tranche && `don ${nommerTranche(demande.don_tranche)}`,
  ...(
    [
      ['media', 'code média'],
      ['origine', 'code origine'],
      ['campagne', 'code campagne'],
      ['famille', 'famille de campagnes'],
      ['produit', 'code produit'],
    ] as const
  ).map(([axe, nom]) => {
    const code = demande[`don_${axe}`]
    return code !== undefined && `${nom} ${citer(code)}`
  }),
]

export const CROISEMENT = {
  croisement: {
    faits: 'annees_du_moment',
    titre: (demande) =>
      [`Donateurs de ${demande.annee}`, ...motsDe(demande, demande.produit)].join(', '),
    definition(demande) {
      const mots = motsDe(demande, demande.produit)
      const suite = duDon(demande, undefined)
        ? ' Ce qui est dit d’un don l’est d’un seul et même don\u202F; le montant est celui de tous leurs dons de l’année.'
        : ''
      return `${[`Ont fait au moins un don en ${demande.annee}`, ...mots].join('\u202F; ')}.${suite}`
    },
    montants: ({ annee }) => `Montant ${annee}`,
    condition(demande, ids) {
      const asked = [
        sql`faits.annee = ${demande.annee}`,
        ...conditionsDe(demande),
        duDon(demande, ids),
      ].filter((one) => one !== undefined)
      return sql`${sql.join(asked, sql` and `)}`
    },
  },
} satisfies Record<string, Ensemble>
