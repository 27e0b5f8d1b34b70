import { type RawBuilder, sql } from 'kysely'
import type { PageQuery } from '#contract/pagination'
import {
  type AVerifier,
  CODES_REGLES,
  type CodeRegle,
  type DonateurAVerifier,
  type VerificationFiltres,
} from '#contract/verification'
import type { Db } from '../database/connect'
import { inSnapshot } from '../database/snapshot'
import { locatePage } from '../http/page'
import { REGLES } from './regles'
import type { Faits } from './regles/regle'
import { SEUILS } from './seuils'
import { isLate } from './trouver'

const regleOf = (code: CodeRegle) => REGLES.find((regle) => regle.code === code)

const NEVER_ALONE = REGLES.filter(({ jamaisSeule }) => jamaisSeule).map(({ code }) => code)

/**
 * Every contact with enough points, one row a contact: a rule counts once, whatever its reasons; some count only beside
 * others. Excluded ones too, who are no longer shown.
 */
const SIGNALES = sql`(
  select
    contact_id,
    sum(points)::integer as points,
    array_agg(regle) as regles,
    carrieres.montant,
    carrieres.nombre as donations,
    carrieres.premier_jour as premier_don,
    carrieres.dernier_jour as dernier_don,
    exists (
      select from donateurs_exclus
      where donateurs_exclus.contact_id = parts.contact_id collate "default"
    ) as exclu
  from (
    select contact_id, regle, max(points) as points from signalements group by contact_id, regle
  ) as parts
  join donateurs_carrieres as carrieres using (contact_id)
  group by contact_id, carrieres.montant, carrieres.nombre, carrieres.premier_jour, carrieres.dernier_jour
  having sum(points) >= ${SEUILS.points} and bool_or(regle <> all(${NEVER_ALONE}::text[]))
)`

const ofRegle = (regle: CodeRegle | undefined): RawBuilder<unknown> =>
  regle === undefined ? sql`true` : sql`${regle} = any(signales.regles)`

interface Raison {
  regle: CodeRegle
  points: number
  faits: Faits
}

type Ligne = Omit<DonateurAVerifier, 'raisons'> & { raisons: Raison[] }

/** So many donors to be looked at from so many after the first, the largest amount first. */
export async function readLignes(
  db: Db,
  { regle }: VerificationFiltres,
  { offset, limit }: { offset: number; limit: number },
): Promise<DonateurAVerifier[]> {
  const { rows } = await sql<Ligne>`
    select
      signales.contact_id, firstname, lastname, is_company, city, zip, email, phone,
      points, donations, montant, premier_don, dernier_don,
      (
        select json_agg(json_build_object('regle', regle, 'points', points, 'faits', faits))
        from signalements
        where signalements.contact_id = signales.contact_id
      ) as raisons
    from (
      select * from ${SIGNALES} as signales
      where not exclu and ${ofRegle(regle)}
      order by montant desc, length(contact_id), contact_id
      limit ${limit} offset ${offset}
    ) as signales
    left join donateurs as fiches on fiches.contact_id = signales.contact_id collate "default"
    order by montant desc, length(signales.contact_id), signales.contact_id`.execute(db)
  return rows.map(({ raisons, ...donateur }) => ({ ...donateur, raisons: sentences(raisons) }))
}

/** Reasons in words, the weightiest first, then in the order of the rules. */
const sentences = (raisons: readonly Raison[]): string[] =>
  raisons
    .toSorted(
      (one, other) =>
        other.points - one.points ||
        CODES_REGLES.indexOf(one.regle) - CODES_REGLES.indexOf(other.regle),
    )
    .flatMap(({ regle, faits }) => regleOf(regle)?.phrase(faits) ?? [])

interface Bilan {
  regle: CodeRegle
  signales: number
  montant: number
  a_verifier: number
  exclus: number
}

async function readBilans(tx: Db): Promise<AVerifier['regles']> {
  const { rows } = await sql<Bilan>`
    select regle, count(*) as signales, sum(montant) as montant, 
      count(*) filter (where not exclu) as a_verifier, count(*) filter (where exclu) as exclus
    from ${SIGNALES} as signales
    cross join unnest(regles) as regle
    group by regle`.execute(tx)
  return REGLES.map(({ code, libelle, points }) => {
    const found = rows.find(({ regle }) => regle === code)
    const { signales = 0, montant = 0, a_verifier = 0, exclus = 0 } = found ?? {}
    return { code, libelle, points, signales, a_verifier, montant, exclus }
  })
}

interface Total {
  total: number
  montant: number
  shown: number
  trouves_le: Date | null
}

/** A page of the donors to be looked at, and what every rule found; past the end it is the last page. */
export const readAVerifier = (
  db: Db,
  { page, limit, ...filtres }: VerificationFiltres & PageQuery,
): Promise<AVerifier> =>
  inSnapshot(db, async (tx) => {
    const { rows } = await sql<Total>`
        select
          count(contact_id) as total,
          coalesce(sum(signales.montant), 0) as montant,
          count(contact_id) filter (where ${ofRegle(filtres.regle)}) as shown,
          min(trouves_le) as trouves_le
        from signalements_etat
        left join ${SIGNALES} as signales on not exclu`.execute(tx)
    const { total = 0, montant = 0, shown = 0, trouves_le = null } = rows[0] ?? {}
    const { pagination, offset } = locatePage({ page, limit }, shown)
    return {
      trouves_le: trouves_le?.toISOString() ?? null,
      en_retard: await isLate(tx),
      points_min: SEUILS.points,
      total,
      montant,
      regles: await readBilans(tx),
      donateurs: await readLignes(tx, filtres, { offset, limit }),
      pagination,
    }
  })
