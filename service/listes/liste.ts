import { sql } from 'kysely'
import type { Liste, ListeQuery } from '#contract/listes'
import type { PageQuery } from '#contract/pagination'
import type { Db } from '../database/connect'
import { remember } from '../database/remember'
import { locatePage } from '../http/page'
import { readPage, readReperes, readTotaux, type Repere, select, type Totaux } from './lignes'

/** Below this rank a page is counted from the start. */
const NEAR = 2_000

/** Lists of which the totals are kept. */
const KEPT = 1_000

interface Etat {
  /** Another one as soon as any list may be another. */
  stamp: string
  calcule_le: Date | null
}

async function readEtat(transaction: Db): Promise<Etat> {
  const { rows } = await sql<Etat>`
    select
      concat_ws(
        '/',
        (select numero from derniers_chiffres),
        (select faits_publies::text from faits_publies),
        version_donations(),
        (select max(numero) from evenements_exclusion),
        (select version from donateurs_exclus_version)
      ) as stamp,
      (select calcule_le from derniers_chiffres) as calcule_le`.execute(transaction)
  const [etat] = rows
  if (!etat) throw new Error('Cette requête rend toujours une ligne.')
  return etat
}

/** Names and addresses change without a publication. */
const dependsOnCards = ({ departement, avec_email, tri }: ListeQuery) =>
  departement !== undefined || avec_email !== undefined || tri === 'nom'

type ReadListe = (query: ListeQuery & PageQuery) => Promise<Liste>

/** Reads pages of lists, each in one snapshot; their totals are kept for as long as no figure changes. */
export function keepListes(db: Db, produit: string): ReadListe {
  const totals = remember<string, Totaux>(KEPT)
  const marks = remember<string, Repere[]>(KEPT)

  return ({ page, limit, ...query }) => {
    const selection = select(produit, query)
    const { ensemble, demande } = selection
    const { tri: _, ...set } = query
    return db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        const { stamp, calcule_le } = await readEtat(transaction)
        const totaux = () => readTotaux(transaction, selection)
        const reperes = () => readReperes(transaction, selection)
        const isKept = !dependsOnCards(query)
        const { donateurs, montant } = await (isKept
          ? totals(stamp, JSON.stringify(set), totaux)
          : totaux())
        const { pagination, offset } = locatePage({ page, limit }, donateurs)
        const before =
          offset < NEAR || !isKept ? [] : await marks(stamp, JSON.stringify(query), reperes)
        return {
          titre: ensemble.titre(demande),
          definition: ensemble.definition(demande),
          montants: ensemble.montants(demande),
          total_donateurs: donateurs,
          total_montant: montant,
          calcule_le: calcule_le?.toISOString() ?? null,
          donateurs: await readPage(transaction, selection, {
            repere: before.findLast(({ rang }) => rang <= offset),
            offset,
            limit,
          }),
          pagination,
        }
      })
  }
}
