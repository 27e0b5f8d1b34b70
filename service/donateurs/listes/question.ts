import { type RawBuilder, sql } from 'kysely'
import { departementsDe, nommerDepartement, nommerRegion } from '#contract/departements'
import { type ListeQuery, ENSEMBLES as PARAMETRES, type TriListe } from '#contract/listes'
import { citer, formatDay, formatMoney } from '#figures/format'
import type { JoursStatuts } from '#files/listes-columns'
import { remercies } from '../remerciements/remercies'
import { readCampagne, readDemande } from './demande'
import { ENSEMBLES } from './ensembles'
import {
  type Condition,
  type Demande,
  type Ensemble,
  jourDit,
  nommerProfil,
} from './ensembles/ensemble'
import { membresAu } from './gardees/gardee'
import { beginning, type Moment } from './moment'

/** A list as SQL fragments: source, condition, order. */
export interface Question {
  ensemble: Ensemble
  demande: Demande
  /** Who is in the list, its filters included. */
  titre: string
  definition: string
  /** All contacts, or restricted to `ids` where useful. */
  source: (ids?: string[]) => RawBuilder<unknown>
  condition: (ids?: string[]) => Condition
  tri: Tri
  /** Begins a statement that names its source. */
  avec: RawBuilder<unknown>
}

/** The day of a list's statuses: that of its year, or none over a career; and the one that the data reach. */
export const joursDe = ({ ensemble: { faits }, demande }: Question): JoursStatuts => ({
  statut_au: faits === 'annees_du_moment' ? jourDit(demande) : null,
  horizon: demande.horizon,
})

interface Tri {
  cle: RawBuilder<unknown>
  sens: RawBuilder<unknown>
}

/** Source rows of a set. */
const FAITS: Record<
  Ensemble['faits'],
  (ids: string[] | undefined, membres: Condition | undefined) => RawBuilder<unknown>
> = {
  annees_du_moment: () => sql`annees_du_moment`,
  carrieres_du_moment: () => sql`carrieres_du_moment`,
  // Every contact with a donation, and who is compared, shaped like a career: empty without a gift above 0.
  contacts: (ids, membres) => sql`(
    select contact_id, exclu, nombre, montant, premier_jour, dernier_jour, derniere_annee, dernier_montant, profil
    from carrieres_du_moment
    union all
    select contact_id, false, 0, 0, null, null, null, null, null
    from dons_nuls as nuls
    where not exists (
      select 1 from carrieres_du_moment where carrieres_du_moment.contact_id = nuls.contact_id
    )
      ${ids ? sql`and contact_brut = any(membres_des_groupes(${ids}::text[]))` : sql``}
    group by contact_id${
      membres
        ? sql`
    union all
    select contact_id, false, 0, 0, null, null, null, null, null
    from ${membres} as membres
    where contact_id not in (
        select contact_id from carrieres_du_moment where contact_id = any (array(select contact_id from ${membres} as tous))
        union all
        select contact_id from dons_nuls
      )
      ${ids ? sql`and contact_id = any(${ids}::text[])` : sql``}`
        : sql``
    }
  )`,
}

/** As published; of contacts, as their cards are now. */
const departementOf = ({ faits }: Ensemble) =>
  faits === 'contacts' ? sql`departement_du_code_postal(fiches.zip)` : sql`faits.departement`

/** Career columns from a year's row, which lacks only the last gift's amount. */
const CARRIERE_D_UNE_ANNEE = {
  premier_don: sql`faits.premier_don`,
  dernier_don: sql`faits.dernier_don`,
  dernier_montant: sql`
    case when faits.annee_suivante is null then faits.dernier_montant else (
      select carrieres.dernier_montant
      from carrieres_du_moment as carrieres
      where carrieres.contact_id = faits.contact_id
    ) end`,
  cumul: sql`faits.cumul`,
  cumul_dons: sql`faits.cumul_nombre`,
}
const CARRIERE: typeof CARRIERE_D_UNE_ANNEE = {
  premier_don: sql`faits.premier_jour`,
  dernier_don: sql`faits.dernier_jour`,
  dernier_montant: sql`faits.dernier_montant`,
  cumul: sql`faits.montant`,
  cumul_dons: sql`faits.nombre`,
}

export const carriereOf = ({ faits }: Ensemble) =>
  faits === 'annees_du_moment' ? CARRIERE_D_UNE_ANNEE : CARRIERE

/** Not excluded now: the published flag, flipped for donors decided on since. */
const isCounted = (ids?: string[]): Condition => sql`
  case when faits.contact_id in (
    select contact_id from decides_depuis(null::donateurs_changes) ${ids ? sql`where contact_id = any(${ids}::text[])` : sql``}
  ) then faits.exclu else not faits.exclu end`

/** The code of the first gift of the year; over a career, of its first year. */
const mediaIs = ({ faits }: Ensemble, media: string): Condition =>
  faits === 'annees_du_moment'
    ? sql`faits.media = ${media}`
    : sql`exists (
        select 1 from annees_du_moment as debuts
        where debuts.contact_id = faits.contact_id and debuts.annee_precedente is null and debuts.media = ${media}
      )`

/** What narrows the list: in words, unless its set says so, and as a condition. */
type Filtre = [mots: string | false, condition: Condition]

function filtersOf(ensemble: Ensemble, query: ListeQuery, produit: string): Filtre[] {
  const { montant_min, montant_max, cumul_min, media, departement, region, remercie } = query
  const { dernier_don } = carriereOf(ensemble)
  const campagne = readCampagne(produit, query)
  const { permis }: { permis: readonly string[] } = PARAMETRES[query.ensemble]
  const filters: (Filtre | undefined | false)[] = [
    montant_min !== undefined && [
      `montant d’au moins ${formatMoney(montant_min)}`,
      sql`faits.montant >= ${montant_min}::numeric`,
    ],
    montant_max !== undefined && [
      `montant d’au plus ${formatMoney(montant_max)}`,
      sql`faits.montant <= ${montant_max}::numeric`,
    ],
    cumul_min !== undefined && [
      `cumul d’au moins ${formatMoney(cumul_min)}`,
      sql`${carriereOf(ensemble).cumul} >= ${cumul_min}::numeric`,
    ],
    media !== undefined && [
      !permis.includes('media') && `code média du premier don ${citer(media)}`,
      mediaIs(ensemble, media),
    ],
    campagne && [nommerProfil(campagne, produit), sql`faits.profil = ${campagne}`],
    departement !== undefined && [
      `département ${nommerDepartement(departement)}`,
      sql`${departementOf(ensemble)} = ${departement}`,
    ],
    region !== undefined && [
      `région ${nommerRegion(region)}`,
      sql`${departementOf(ensemble)} = any(${departementsDe(region)}::text[])`,
    ],
    query.dernier_min !== undefined && [
      `dernier don d’au moins ${formatMoney(query.dernier_min)}`,
      sql`faits.dernier_montant >= ${query.dernier_min}::numeric`,
    ],
    query.dernier_depuis !== undefined && [
      `dernier don depuis le ${formatDay(query.dernier_depuis)}`,
      sql`faits.dernier_jour >= ${query.dernier_depuis}::date`,
    ],
    query.avec_email !== undefined && ['avec e\u2011mail', sql`fiches.email <> ''`],
    query.avec_telephone !== undefined && ['avec téléphone', sql`fiches.phone <> ''`],
    remercie !== undefined && [
      remercie === 'oui'
        ? 'remerciés depuis leur dernier don'
        : 'pas remerciés de leur dernier don',
      sql`coalesce(remercie_le >= coalesce(${dernier_don}, '-infinity'), false) = ${remercie === 'oui'}`,
    ],
  ]
  return filters.filter((filter) => Array.isArray(filter))
}

/** A text of the card without case and accents; empty ones last. */
const texteTrie = (texte: RawBuilder<unknown>) =>
  sql`nullif(plier_texte(btrim(${texte})), '') collate "C"`

/** What sorts a list: its key, from the largest on or the smallest, and whether cards have it. */
function cleDe(
  ensemble: Ensemble,
  tri: TriListe,
): { cle: RawBuilder<unknown>; monte?: true; fiches?: true } {
  const { cumul, cumul_dons, premier_don, dernier_don } = carriereOf(ensemble)
  switch (tri) {
    case 'montant':
      return { cle: sql`faits.montant` }
    case 'dons':
      return { cle: sql`faits.nombre` }
    case 'cumul':
      return { cle: cumul }
    case 'cumul_dons':
      return { cle: cumul_dons }
    case 'premier_don':
      return { cle: premier_don }
    case 'dernier_don':
      return { cle: dernier_don }
    case 'contact':
      return { cle: sql`lpad(faits.contact_id, 200) collate "C"`, monte: true }
    case 'nom':
      return {
        cle: texteTrie(sql`concat(fiches.lastname, ' ', fiches.firstname)`),
        monte: true,
        fiches: true,
      }
    case 'ville':
      return { cle: texteTrie(sql`fiches.city`), monte: true, fiches: true }
    case 'code_postal':
      return { cle: texteTrie(sql`fiches.zip`), monte: true, fiches: true }
  }
}

function triOf(ensemble: Ensemble, asked: ListeQuery['tri']): Tri & { fiches: boolean } {
  const reversed = asked.startsWith('-')
  const { cle, monte = false, fiches = false } = cleDe(ensemble, asked.replace('-', '') as TriListe)
  return { cle, sens: monte === reversed ? sql`desc nulls last` : sql`asc nulls last`, fiches }
}

/** A kept list as a condition: who is in it now, and who was at the publication that it is compared with. */
function compared(produit: string, { gardee, ...moment }: Moment): Demande['gardee'] {
  if (!gardee) return undefined
  const { source, condition } = ask(produit, gardee.query, { ...moment, gardee: undefined })
  const { nom, publication, publie_le, liste_id } = gardee
  return {
    nom,
    publication,
    publie_le,
    presents: sql`(select faits.contact_id from ${source()} where ${condition()})`,
    membres: sql`${membresAu(liste_id, sql`${publication}::bigint`)}`,
  }
}

/** Builds the list of a validated query, as of a moment; throws a Problem for an unknown campaign. */
export function ask(produit: string, query: ListeQuery, moment: Moment): Question {
  const ensemble = ENSEMBLES[query.ensemble]
  const demande = readDemande(produit, query, moment.horizon, compared(produit, moment))
  const { fiches, ...tri } = triOf(ensemble, query.tri)
  const withCards =
    fiches ||
    (ensemble.faits === 'contacts' && (query.departement ?? query.region) !== undefined) ||
    (query.avec_email ?? query.avec_telephone) !== undefined
  const source = (ids?: string[]) => sql`
    ${FAITS[ensemble.faits](ids, demande.gardee?.membres)} as faits
    ${withCards ? sql`left join fiches on fiches.contact_id = faits.contact_id` : sql``}
    ${query.remercie === undefined ? sql`` : sql`left join ${remercies(ids)} as remercies on remercies.contact_id = faits.contact_id`}`
  const filters = filtersOf(ensemble, query, produit)
  const mots = filters.flatMap(([said]) => said || [])
  const condition = (ids?: string[]): Condition =>
    sql`${sql.join(
      [
        sql`(${ensemble.condition(demande, ids)})`,
        ...(ensemble.faits === 'contacts' ? [] : [isCounted(ids)]),
        ...filters.map(([, filter]) => filter),
      ],
      sql` and `,
    )}`
  const definition = ensemble.definition(demande)
  return {
    ensemble,
    demande,
    titre: [ensemble.titre(demande), ...mots].join(', '),
    definition: mots.length > 0 ? `${definition} Parmi eux\u00A0: ${mots.join(', ')}.` : definition,
    source,
    condition,
    tri,
    avec: beginning(moment),
  }
}
