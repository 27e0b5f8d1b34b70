import { type RawBuilder, sql } from 'kysely'
import type { DonateurListe } from '#contract/listes'
import { centsOf, sum } from '#figures/ratios'
import { writeColonnes } from '#files/colonnes'
import { colonnesListe } from '#files/listes-columns'
import type { Db } from '../../platform/database/connect'
import { inBatches, openCursor, streamSnapshot } from '../../platform/database/snapshot'
import { remercies } from '../remerciements/remercies'
import { carriereOf, joursDe, type Question } from './question'

/** Contacts per chunk of an order. */
export const PAS = 1_000

/** A sorted list, and the totals of its donors. */
export interface Ordre {
  /** Contact ids as JSON arrays of 1 000: compact enough to cache, however costly the sort. */
  ids: string[]
  donateurs: number
  montant: number
}

export async function readOrdre(
  db: Db,
  { avec, source, condition, tri: { cle, sens } }: Question,
): Promise<Ordre> {
  await sql`set local work_mem = '64MB'`.execute(db)
  const { rows } = await sql<{ ids: string; donateurs: number; montant: number }>`
    ${avec} rangs as (
      select
        faits.contact_id,
        faits.montant,
        row_number() over (order by ${cle} ${sens}, length(faits.contact_id), faits.contact_id) - 1 as rang
      from ${source()}
      where ${condition()}
    )
    select json_agg(contact_id order by rang)::text as ids, count(*) as donateurs, sum(montant) as montant
    from rangs
    group by rang / ${sql.lit(PAS)}
    order by rang / ${sql.lit(PAS)}`.execute(db)
  return {
    ids: rows.map(({ ids }) => ids),
    donateurs: sum(rows.map(({ donateurs }) => donateurs)),
    montant: sum(rows.map(({ montant }) => centsOf(montant))) / 100,
  }
}

/** Whole years from a donor's last gift to the horizon; null without a gift. */
const reculActuel = (dernierDon: RawBuilder<unknown>) => sql`
  case when ${dernierDon} is not null then
    greatest((select date_part('year', jour) from horizon_a_jour) - date_part('year', ${dernierDon}), 0)
  end::int`

/** A status, by the years since the last gift. */
const statutDe = (recul: RawBuilder<unknown>) => sql`
  case ${recul} when 0 then 'actif' when 1 then 'dormant' when 2 then 'inactif' else
    case when ${recul} is not null then 'tres_inactif' end
  end`

/** What a list that is about no year says of that of the horizon. */
const courante = ({ ensemble, demande: { horizon } }: Question, ids?: string[]) =>
  ensemble.faits === 'annees_du_moment'
    ? { montant: sql`null::numeric`, jointe: sql`` }
    : {
        montant: sql`coalesce(montant_courant, 0)`,
        jointe: sql`left join (
          select contact_id, montant as montant_courant
          from annees_du_moment
          where annee = ${Number(horizon?.slice(0, 4) ?? 0)}
            ${ids ? sql`and contact_id = any(${ids}::text[] collate "C")` : sql``}
        ) as courante on courante.contact_id = lignes.contact_id`,
      }

/** The rows of a list in order, all of them or those of `ids`. */
function rowsOf(question: Question, ids?: string[]): RawBuilder<DonateurListe> {
  const { avec, source, condition, tri, ensemble, demande } = question
  const carriere = carriereOf(ensemble)
  const actuel = reculActuel(carriere.dernier_don)
  const { montant, jointe } = courante(question, ids)
  return sql<DonateurListe>`
    ${avec} lignes as (
      select
        faits.contact_id, faits.montant, faits.nombre,
        ${carriere.premier_don} as premier_don,
        ${carriere.dernier_don} as dernier_don,
        ${carriere.dernier_montant} as dernier_montant,
        ${carriere.cumul} as cumul,
        ${carriere.cumul_dons} as cumul_dons,
        ${tri.cle} as cle,
        ${ensemble.faits === 'annees_du_moment' ? sql`${demande.annee}::int - faits.annee` : actuel} as recul,
        ${actuel} as recul_actuel
      from ${source(ids)}
      where ${condition(ids)}
        ${ids ? sql`and faits.contact_id = any(${ids}::text[] collate "C")` : sql``}
    )
    select
      lignes.contact_id, firstname, lastname, is_company, city, zip, email, phone,
      lignes.montant, lignes.nombre as nombre_dons,
      premier_don, dernier_don, dernier_montant, cumul, cumul_dons,
      ${statutDe(sql`recul`)} as statut,
      ${statutDe(sql`recul_actuel`)} as statut_actuel,
      exclus.contact_id is not null as exclu,
      ${montant} as montant_courant, to_char(remercie_le, 'YYYY-MM-DD') as remercie_le, remercie_par
    from lignes
    ${jointe}
    left join ${remercies(ids)} as remercies on remercies.contact_id = lignes.contact_id
    left join fiches on fiches.contact_id = lignes.contact_id
    left join donateurs_exclus as exclus on exclus.contact_id = lignes.contact_id
    order by cle ${tri.sens}, length(lignes.contact_id), lignes.contact_id`
}

/** The rows of a page, given its contacts. */
export async function readPage(
  db: Db,
  question: Question,
  ids: string[],
): Promise<DonateurListe[]> {
  const { rows } = await rowsOf(question, ids).execute(db)
  return rows
}

const ROWS_AT_ONCE = 500

/** Streams a list as CSV for French Excel, from one snapshot. */
export const writeListe = (db: Db, question: Question): AsyncGenerator<string> =>
  writeColonnes(
    colonnesListe({
      montants: question.ensemble.montants(question.demande),
      ...joursDe(question),
    }),
    streamSnapshot(db, async function* (snapshot) {
      yield* inBatches(ROWS_AT_ONCE, await openCursor(snapshot, rowsOf(question)))
    }),
  )
