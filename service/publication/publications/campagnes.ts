import { sql } from 'kysely'
import {
  type ChiffreCampagne,
  type ChiffreDeCampagne,
  type ChiffreSaisi,
  type Contribution,
  type Difference,
  isRapport,
  isTyped,
  TERMES,
} from '#contract/publications'
import { citer, formatCount, formatMoney } from '#figures/format'
import { groupBy } from '#figures/grouper'
import { roundTo } from '#figures/ratios'
import type { Db } from '../../platform/database/connect'
import { SANS_TERMES, tellTogether } from './par-publication'
import { readNumbered } from './publications'
import { VALEURS } from './rapports'

type Compte = ChiffreCampagne | ChiffreSaisi

/** What is counted of a campaign, money in cents; null where the dictionary is silent. */
type Etat = Partial<Record<Compte, number | null>>

/** Which view of publications has a figure, and in which column. */
const PUBLIES: Record<ChiffreCampagne, { vue: string; colonne: string }> = {
  'campagne-montant': { vue: 'ventilation_mois', colonne: 'montant' },
  'campagne-donations': { vue: 'ventilation_mois', colonne: 'nombre' },
  'campagne-donateurs': { vue: 'ventilation_donateurs', colonne: 'donateurs' },
  'campagne-nouveaux': { vue: 'ventilation_donateurs', colonne: 'nouveaux' },
}

/** What a campaign must have, to be counted among all, in what its gifts brought. */
const SELON: Record<ChiffreCampagne, ChiffreSaisi> = {
  'campagne-montant': 'campagne-cout',
  'campagne-donations': 'campagne-envois',
  'campagne-donateurs': 'campagne-cout',
  'campagne-nouveaux': 'campagne-cout',
}

const UNITS: Record<Compte, number> = {
  'campagne-montant': 100,
  'campagne-donations': 1,
  'campagne-donateurs': 1,
  'campagne-nouveaux': 1,
  'campagne-cout': 100,
  'campagne-envois': 1,
}

interface Demande {
  chiffre: ChiffreDeCampagne
  annee: number
  /** Without it, all campaigns of the financial year. */
  code?: string | undefined
  de: number
  a: number
}

/** What became another number, and why. */
interface Etape extends Pick<Contribution, 'le' | 'lien'> {
  avant: boolean
  cause: string
  changes: { code: string; become: (etat: Etat) => Etat }[]
}

interface Version {
  code: string
  par: string
  le: string
  avant: boolean
  'campagne-cout': number | null
  'campagne-envois': number | null
}

/** What the dictionary said of campaigns in a financial year, up to publication `a`; up to now if that is the latest. */
async function readVersions(tx: Db, { annee, code, de, a }: Demande): Promise<Version[]> {
  const { rows } = await sql<Version>`
    select
      code,
      coalesce(identite, saisi_par) as par,
      to_char(saisi_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as le,
      saisi_le <= coalesce((select publie_le from publications where numero = ${de}), '-infinity') as avant,
      round(case when exercice = ${annee} then cout end * 100) as "campagne-cout",
      case when exercice = ${annee} then envois end as "campagne-envois"
    from campagnes_versions
    where ${
      code === undefined
        ? sql`code in (select code from campagnes_versions where exercice = ${annee} and num_nonnulls(cout, envois) > 0)`
        : sql`code = ${code}`
    }
      and (
        saisi_le <= (select publie_le from publications where numero = ${a})
        or ${a} = (select max(numero) from publications)
      )
    order by numero`.execute(tx)
  return rows
}

/** What a version of the dictionary says, in words, and what was said before. */
function tellVersion(chiffre: ChiffreSaisi, now: number | null, before: number | null): string {
  const tell = (value: number) =>
    chiffre === 'campagne-cout' ? formatMoney(value / 100) : `${formatCount(value)}\u00A0envois`
  const said = now === null ? 'plus rien' : tell(now)
  return `${said}${before === null ? ', pour la première fois' : ` au lieu de ${tell(before)}`}`
}

/** The versions that changed one of these figures, each with its author. */
function stepsOfVersions(
  versions: readonly Version[],
  typed: readonly ChiffreSaisi[],
  isOfAll: boolean,
): Etape[] {
  const said = new Map<string, Etat>()
  return versions.flatMap((version) => {
    const { code, par, le, avant } = version
    const before = said.get(code) ?? {}
    const changed = typed.filter((chiffre) => version[chiffre] !== (before[chiffre] ?? null))
    if (changed.length === 0) return []
    const etat = Object.fromEntries(typed.map((chiffre) => [chiffre, version[chiffre]]))
    said.set(code, etat)
    const told = changed.map((one) => tellVersion(one, version[one], before[one] ?? null))
    return {
      le,
      avant,
      cause: `Dictionnaire, noté par ${par}\u00A0: ${isOfAll ? `${citer(code)}, ` : ''}${told.join('\u00A0; ')}`,
      lien: `/campagnes/dictionnaire?${new URLSearchParams({ code })}`,
      changes: [{ code, become: (before: Etat) => ({ ...before, ...etat }) }],
    }
  })
}

interface Changement {
  publication: number
  code: string
  effet: number
}

/**
 * The publications that changed a figure of these campaigns. Only lines in which the code stands as JSON are parsed: there
 * are as many as codes, months and years.
 */
async function readPublies(
  tx: Db,
  chiffre: ChiffreCampagne,
  codes: readonly string[],
  { annee, code, de, a }: Demande,
): Promise<Etape[]> {
  if (codes.length === 0) return []
  const { vue, colonne } = PUBLIES[chiffre]
  const { rows } = await sql<Changement>`
    with lignes as materialized (
      select ligne::jsonb as ligne, depuis, jusqua
      from publications_lignes
      where vue = ${vue} and strpos(ligne, to_jsonb(${code ?? 'campagne'}::text)::text) > 0
    )
    select publication, ligne ->> 'code' as code, sum(effet)::bigint as effet
    from lignes
    cross join lateral (select round((ligne ->> ${colonne})::numeric * ${UNITS[chiffre]}::integer) as nombre) as nombres
    cross join lateral (values (depuis, nombre), (jusqua, -nombre)) as effets (publication, effet)
    where ligne ->> 'axe' = 'campagne'
      and ligne ->> 'code' = any (${codes}::text[])
      and (ligne ->> 'annee')::integer = ${annee}
      and publication <= ${a}
    group by publication, ligne ->> 'code'
    having sum(effet) <> 0`.execute(tx)
  const changes = groupBy(rows, ({ publication }) => publication)
  const known = await readNumbered(tx, [...changes.keys()])
  return [...known.values()].map(({ numero, publie_le, causes }) => ({
    le: publie_le,
    avant: numero <= de,
    cause: tellTogether(causes),
    lien: null,
    changes: (changes.get(numero) ?? []).map(({ code: one, effet }) => ({
      code: one,
      become: (etat: Etat) => ({ ...etat, [chiffre]: (etat[chiffre] ?? 0) + effet }),
    })),
  }))
}

/**
 * Explains why a campaign's figure of a year differs, or that of all campaigns which have what it needs: what gifts brought
 * by publication, what the dictionary says by version, with its author. Versions after the latest publication count in it, as screens
 * show them at once.
 */
export async function readCampagnes(tx: Db, asked: Demande): Promise<Difference> {
  const { chiffre, code } = asked
  const isOfAll = code === undefined
  const termes: readonly Compte[] = isRapport(chiffre) ? TERMES[chiffre] : [chiffre]
  const given = termes.find((terme): terme is ChiffreCampagne => !isTyped(terme))
  const ofTermes = termes.filter(isTyped)
  const needed = ofTermes.length === 0 && given ? [SELON[given]] : ofTermes
  const typed = isOfAll ? needed : ofTermes
  const versions = typed.length > 0 ? await readVersions(tx, asked) : []
  const codes = isOfAll ? [...new Set(versions.map((version) => version.code))] : [code]
  const steps = [
    ...stepsOfVersions(versions, typed, isOfAll),
    ...(given ? await readPublies(tx, given, codes, asked) : []),
  ].toSorted((one, other) => Number(one.le > other.le) - Number(one.le < other.le))

  const etats = new Map<string, Etat>()
  const sums = termes.map(() => 0)
  const isCounted = (etat: Etat) => !isOfAll || needed.every((one) => typeof etat[one] === 'number')
  const shareOf = (etat: Etat, terme: Compte) => (isCounted(etat) ? (etat[terme] ?? 0) : 0)
  const apply = ({ changes }: Etape) => {
    for (const { code: one, become } of changes) {
      const before = etats.get(one) ?? {}
      const now = become(before)
      etats.set(one, now)
      for (const [at, terme] of termes.entries())
        sums[at] = (sums[at] ?? 0) + shareOf(now, terme) - shareOf(before, terme)
    }
  }
  const numbers = () => termes.map((terme, at) => (sums[at] ?? 0) / UNITS[terme])
  const valueOf = ([part = 0, whole = 0]: number[]) =>
    isRapport(chiffre) ? (VALEURS[chiffre](part, whole) ?? 0) : part
  const termesDe = ([part = 0, whole]: number[]): [number, number] | null =>
    whole === undefined ? null : [part, whole]

  for (const step of steps) if (step.avant) apply(step)
  const before = numbers()
  let now = before
  const contributions: Contribution[] = []
  for (const step of steps) {
    if (step.avant) continue
    apply(step)
    const next = numbers()
    const changed = next.some((number, at) => number !== now[at])
    const effet = roundTo(valueOf(next) - valueOf(now), 2)
    now = next
    const { le, cause, lien } = step
    if (changed || lien !== null)
      contributions.push({
        ...{ le, cause, lien },
        dons: null,
        effet,
        cumul: valueOf(now),
        termes: termesDe(now),
      })
  }
  return {
    avant: valueOf(before),
    apres: valueOf(now),
    ecart: roundTo(valueOf(now) - valueOf(before), 2),
    termes: isRapport(chiffre) ? { avant: termesDe(before), apres: termesDe(now) } : SANS_TERMES,
    contributions,
  }
}
