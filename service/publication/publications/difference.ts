import { sql } from 'kysely'
import {
  type Chiffre,
  type ChiffreCle,
  type Contribution,
  CONTRIBUTIONS_AU_PLUS,
  type Difference,
  isCle,
  isOfAll,
  isOfCampaign,
  isRegulier,
  TERMES,
} from '#contract/publications'
import { plural } from '#figures/format'
import { centsOf, nearest } from '#figures/ratios'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { inSnapshot } from '../../platform/database/snapshot'
import { Problem } from '../../problem'
import { readCampagnes } from './campagnes'
import { type Cause, changedBy, giftsOfDonor, linkOf, tellCause } from './causes'
import { type Changement, tellByPublication } from './par-publication'
import { tellRapport } from './rapports'
import { readReguliers } from './reguliers'

/** A year's totals; amounts in cents. */
interface Totaux {
  donateurs: number
  dons: number
  centimes: number
}

type Effet = Totaux & Cause & { le: string }

const TOTAUX = sql`
  coalesce(sum(donateurs), 0)::bigint as donateurs,
  coalesce(sum(dons), 0)::bigint as dons,
  coalesce(round(sum(montant) * 100), 0)::bigint as centimes`

/** Each dashboard figure computed from a year's totals; amounts in cents. */
const VALEURS: Record<ChiffreCle, (totaux: Totaux) => number> = {
  donateurs: ({ donateurs }) => donateurs,
  donations: ({ dons }) => dons,
  'montant-total': ({ centimes }) => centimes,
  'don-moyen': ({ centimes, dons }) => (dons === 0 ? 0 : nearest(centimes, dons)),
}

const inUnits = (chiffre: ChiffreCle, value: number) =>
  chiffre === 'donateurs' || chiffre === 'donations' ? value : value / 100

const termesDe = (chiffre: ChiffreCle, { centimes, dons }: Totaux): [number, number] | null =>
  chiffre === 'don-moyen' ? [centimes / 100, dons] : null

const plus = (one: Totaux, other: Totaux): Totaux => ({
  donateurs: one.donateurs + other.donateurs,
  dons: one.dons + other.dons,
  centimes: one.centimes + other.centimes,
})

async function refuseUnknown(tx: Db, numeros: number[]): Promise<void> {
  const { rows } = await sql<{ numero: number }>`
    select numero from unnest(${numeros}::bigint[]) as numero
    where numero > 0 and numero not in (select numero from publications)`.execute(tx)
  const [missing] = rows
  if (missing) throw new Problem('introuvable', `La publication n° ${missing.numero} n’existe pas.`)
}

const readTotaux = async (tx: Db, annee: number, jusqua: number): Promise<Totaux> =>
  onlyRow(
    await sql<Totaux>`
      select ${TOTAUX} from publications_effets
      where annee = ${annee} and publication <= ${jusqua}`.execute(tx),
  )

/** What changed the year after publication `de`, up to `a`, in order. */
async function readEffets(tx: Db, annee: number, de: number, a: number): Promise<Effet[]> {
  const { rows } = await sql<Effet>`
    select
      donateurs, dons, round(montant * 100)::bigint as centimes,
      nature, fichier_id, nom, inseres, modifies, contact_id, contact_principal, raison,
      (select f.nom from imports as i join fichiers as f on f.fichier_id = i.annule where i.fichier_id = causes.fichier_id) as annule,
      (select i.partage from imports as i where i.fichier_id = causes.fichier_id) as partage,
      to_char(le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as le
    from publications_effets as effets
    join publications_causes as causes using (publication, rang)
    left join evenements_exclusion on evenements_exclusion.numero = causes.evenement
    where annee = ${annee} and effets.publication > ${de} and effets.publication <= ${a}
    order by effets.publication, rang`.execute(tx)
  return rows
}

/** How many gifts of the year each of these imports changed, where the changed rows are still kept. */
async function countChanged(
  tx: Db,
  annee: number,
  effets: readonly Effet[],
): Promise<Map<string, number>> {
  const imports = effets.flatMap(({ fichier_id }) => fichier_id ?? [])
  const { rows } = await sql<{ fichier_id: string; nombre: number }>`
    select fichier_id, count(*) filter (where ${annee}::smallint = any(annees)) as nombre
    from lignes_avant_import
    where fichier_id = any(${imports}::uuid[])
    group by fichier_id`.execute(tx)
  return new Map(rows.map(({ fichier_id, nombre }) => [fichier_id, nombre]))
}

/** The gifts of the year that a cause is about: those an import changed, or those of the donor decided on. */
function giftsOf(
  effet: Effet,
  annee: number,
  changed: ReadonlyMap<string, number>,
): Contribution['dons'] {
  const { fichier_id, contact_id } = effet
  if (contact_id !== null && effet.dons !== 0)
    return { nombre: Math.abs(effet.dons), lien: giftsOfDonor(contact_id, annee) }
  const nombre = fichier_id === null ? undefined : changed.get(fichier_id)
  return nombre ? { nombre, lien: changedBy(fichier_id, annee) } : null
}

/** Limits the list to what a response holds, merging the rest into one whose effect is their sum. */
function gather(contributions: Contribution[]): Contribution[] {
  if (contributions.length <= CONTRIBUTIONS_AU_PLUS) return contributions
  const told = contributions.slice(0, CONTRIBUTIONS_AU_PLUS - 1)
  const [before, last] = [told.at(-1), contributions.at(-1)]
  if (!before || !last) return contributions
  const rest = contributions.length - told.length
  const effet = (centsOf(last.cumul) - centsOf(before.cumul)) / 100
  const cause = `${plural(rest, 'autre cause', 'autres causes')}, jusqu’ici`
  return [...told, { ...last, cause, lien: null, dons: null, effet }]
}

interface Demande<Asked extends Chiffre> {
  chiffre: Asked
  annee: number
  de: number
  a: number
  /** Of a campaign. */
  code?: string | undefined
}

async function readCles(
  tx: Db,
  { chiffre, annee, de, a }: Demande<ChiffreCle>,
): Promise<Difference> {
  const valeurOf = VALEURS[chiffre]
  const before = await readTotaux(tx, annee, de)
  let now = before
  const contributions: Contribution[] = []
  const effets = await readEffets(tx, annee, de, a)
  const changed = await countChanged(tx, annee, effets)
  for (const effet of effets) {
    const next = plus(now, effet)
    const change = valeurOf(next) - valeurOf(now)
    now = next
    if (change === 0) continue
    contributions.push({
      le: effet.le,
      cause: tellCause(effet),
      lien: linkOf(effet),
      dons: giftsOf(effet, annee, changed),
      effet: inUnits(chiffre, change),
      cumul: inUnits(chiffre, valeurOf(now)),
      termes: termesDe(chiffre, now),
    })
  }
  return {
    avant: inUnits(chiffre, valeurOf(before)),
    apres: inUnits(chiffre, valeurOf(now)),
    ecart: inUnits(chiffre, valeurOf(now) - valeurOf(before)),
    termes: { avant: termesDe(chiffre, before), apres: termesDe(chiffre, now) },
    contributions,
  }
}

/** What each publication changed of the year's euros. */
async function readMontants(
  tx: Db,
  { annee, de, a }: Omit<Demande<Chiffre>, 'chiffre'>,
): Promise<Difference> {
  const { rows } = await sql<Changement>`
    select publication, round(sum(montant) * 100)::bigint as effet
    from publications_effets
    where annee = ${annee} and publication <= ${a}
    group by publication having sum(montant) <> 0
    order by publication`.execute(tx)
  return tellByPublication(tx, rows, { de, unit: 100 })
}

/** Explains a figure; throws a Problem if a campaign's code is missing where nothing adds up without. */
async function readOne(tx: Db, { chiffre, code, ...asked }: Demande<Chiffre>): Promise<Difference> {
  if (isCle(chiffre)) return readCles(tx, { chiffre, ...asked })
  if (isOfCampaign(chiffre)) {
    if (code === undefined && !isOfAll(chiffre))
      throw new Problem(
        'invalide',
        'Les donateurs de plusieurs campagnes ne s’additionnent pas : indiquez le code de l’une d’elles.',
        { champ: 'code' },
      )
    return readCampagnes(tx, { chiffre, code, ...asked })
  }
  if (isRegulier(chiffre)) return readReguliers(tx, { chiffre, ...asked })
  const [part, whole] = TERMES[chiffre]
  // Series are told by publication: the euros that they are a part of too, or what changed both would be told twice.
  const of = (term: Chiffre) =>
    term === 'montant-total' ? readMontants(tx, asked) : readOne(tx, { chiffre: term, ...asked })
  return tellRapport(chiffre, [await of(part), await of(whole)])
}

/**
 * Explains why a year's figure differs between publications `de` and `a`. Throws a Problem if either is unknown, `de` is
 * later, or a campaign's code is missing where nothing adds up without.
 */
export const readDifference = (db: Db, asked: Demande<Chiffre>): Promise<Difference> =>
  inSnapshot(db, async (tx) => {
    await refuseUnknown(tx, [asked.de, asked.a])
    if (asked.de > asked.a)
      throw new Problem(
        'invalide',
        'La première publication doit être la plus ancienne des deux.',
        { champ: 'de' },
      )
    const { contributions, ...values } = await readOne(tx, asked)
    return { ...values, contributions: gather(contributions) }
  })
