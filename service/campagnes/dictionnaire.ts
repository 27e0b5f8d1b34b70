import { sql } from 'kysely'
import {
  type Dictionnaire,
  FICHES_AU_PLUS,
  type Fiche,
  type FicheSaisie,
  INCONNUS_AU_PLUS,
  VERSIONS_AU_PLUS,
} from '#contract/dictionnaire'
import { formatCount } from '#figures/format'
import type { Db } from '../platform/database/connect'
import { onlyRow } from '../platform/database/only-row'
import { inSnapshot } from '../platform/database/snapshot'
import { Problem } from '../problem'

/** What a code's text may say of its campaign. */
interface Proposition {
  famille: string | null
  exercice: number | null
}

/** The year that a part of a code may be, in four digits or two. */
function yearIn(part: string, isPossible: (year: number) => boolean): number | null {
  if (!/^(?:\d{4}|\d{2})$/.test(part)) return null
  const year = part.length === 4 ? Number(part) : 2000 + Number(part)
  return isPossible(year) ? year : null
}

/**
 * Proposes a family and a year found in a code: `PROD-2026-NOEL` is NOEL of 2026. The year is one of its gifts', or next to
 * one; the family is what follows it, else what precedes it, and must have letters.
 */
function proposer(code: string, premiere: number, derniere: number): Proposition {
  const isPossible = (year: number) => year >= premiere - 1 && year <= derniere + 1
  const parts = code.match(/\p{L}+|\d+/gu) ?? []
  const at = parts.findIndex((part) => yearIn(part, isPossible) !== null)
  const exercice = at < 0 ? null : yearIn(parts[at] ?? '', isPossible)
  const after = at < 0 ? [] : parts.slice(at + 1)
  const named = after.some((part) => /\p{L}/u.test(part))
    ? after
    : parts.slice(0, at < 0 ? undefined : at)
  const famille = named.some((part) => /\p{L}{2}/u.test(part))
    ? named.join('-').slice(0, 100)
    : null
  return { famille, exercice }
}

const VERSION = sql`
  nom, famille, exercice, cout, envois, debut, fin,
  coalesce(identite, saisi_par) as saisi_par,
  to_char(saisi_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as saisi_le`

interface Inconnu {
  code: string
  donations: number
  montant: number
  premiere: number
  derniere: number
  codes: number
  toutes: number
  en_tout: number
}

/** The codes of gifts that the dictionary does not know, largest first. */
async function readInconnus(db: Db): Promise<Dictionnaire['inconnus']> {
  const { rows } = await sql<Inconnu>`
    select
      code,
      sum(nombre)::bigint as donations,
      sum(montant) as montant,
      min(annee) as premiere,
      max(annee) as derniere,
      count(*) over () as codes,
      (sum(sum(nombre)) over ())::bigint as toutes,
      sum(sum(montant)) over () as en_tout
    from ventilation_mois_a_jour
    where axe = 'campagne' and code <> 'N/A' and code not in (select code from campagnes_en_vigueur)
    group by code
    order by sum(montant) desc, code collate "C"
    limit ${sql.lit(INCONNUS_AU_PLUS)}`.execute(db)
  const [first] = rows
  return {
    codes: first?.codes ?? 0,
    donations: first?.toutes ?? 0,
    montant: first?.en_tout ?? 0,
    data: rows.map(({ code, donations, montant, premiere, derniere }) => ({
      code,
      donations,
      montant,
      ...proposer(code, premiere, derniere),
    })),
  }
}

/** The dictionary in force, latest financial year first, and the codes that it does not know. */
export const readDictionnaire = (db: Db): Promise<Dictionnaire> =>
  inSnapshot(db, async (tx) => {
    const { rows } = await sql<Fiche>`
      select code, ${VERSION}
      from campagnes_en_vigueur
      order by exercice desc nulls last, code collate "C"
      limit ${sql.lit(FICHES_AU_PLUS)}`.execute(tx)
    return { fiches: rows, inconnus: await readInconnus(tx) }
  })

/** All that was said of a code, newest first. */
export async function readVersions(db: Db, code: string): Promise<Omit<Fiche, 'code'>[]> {
  const { rows } = await sql<Omit<Fiche, 'code'>>`
    select ${VERSION}
    from campagnes_versions
    where code = ${code}
    order by numero desc
    limit ${sql.lit(VERSIONS_AU_PLUS)}`.execute(db)
  return rows
}

interface Auteur {
  saisi_par: string
  identite: string | null
}

/** Appends what is said anew of these codes, and returns of how many; throws a Problem beyond the most codes. */
export async function sayFiches(
  db: Db,
  fiches: readonly FicheSaisie[],
  { saisi_par, identite }: Auteur,
): Promise<number> {
  const { codes } = onlyRow(
    await sql<{ codes: number }>`
      select count(*) as codes
      from (
        select code from campagnes_en_vigueur union select unnest(${fiches.map(({ code }) => code)}::text[])
      ) as tous`.execute(db),
  )
  if (codes > FICHES_AU_PLUS)
    throw new Problem(
      'invalide',
      `Un dictionnaire a ${formatCount(FICHES_AU_PLUS)} codes au plus : il en aurait ${formatCount(codes)}.`,
    )
  const { ecrites } = onlyRow(
    await sql<{ ecrites: number }>`
      select inscrire_campagnes(${JSON.stringify(fiches)}::jsonb, ${saisi_par}, ${identite}) as ecrites`.execute(
      db,
    ),
  )
  return ecrites
}
