import { sql } from 'kysely'
import type { Liste, ListeQuery } from '#contract/listes'
import type { PageQuery } from '#contract/pagination'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { remember } from '../../platform/database/remember'
import { inSnapshot } from '../../platform/database/snapshot'
import { FIGURES, TODAY } from '../../platform/database/stamp'
import { locatePage } from '../../platform/http/page'
import { type Ordre, PAS, readOrdre, readPage } from './lignes'
import { readMoment } from './moment'
import { ask, joursDe } from './question'

/** Cached orders: 12 MB each for a million donors. */
const ORDERS = 12

interface Etat {
  /** Changes before a list can. */
  stamp: string
  calcule_le: Date | null
}

async function readEtat(transaction: Db): Promise<Etat> {
  return onlyRow(
    await sql<Etat>`
    select
      concat_ws(
        '/',
        ${FIGURES},
        (select max(termine_le) from imports where statut = 'completed'),
        (select count(*) from donateurs_anonymises),
        (select max(numero) from remerciements),
        ${TODAY}
      ) as stamp,
      (select calcule_le from derniers_chiffres) as calcule_le`.execute(transaction),
  )
}

/** The contacts of a page, given the whole order. */
function pageOf({ ids }: Ordre, { offset, limit }: { offset: number; limit: number }): string[] {
  const first = Math.floor(offset / PAS)
  const last = Math.floor((offset + limit - 1) / PAS)
  const near = ids.slice(first, last + 1).flatMap((some) => JSON.parse(some) as string[])
  return near.slice(offset - first * PAS, offset - first * PAS + limit)
}

type ReadListe = (query: ListeQuery & PageQuery) => Promise<Liste>

/** Returns a reader of list pages, each in one snapshot; orders are cached while no figure changes. */
export function keepListes(db: Db, produit: string): ReadListe {
  const orders = remember<string, Ordre>(ORDERS)

  return ({ page, limit, ...query }) => {
    return inSnapshot(db, async (transaction) => {
      const question = ask(produit, query, await readMoment(transaction, query))
      const { ensemble, demande, titre, definition } = question
      const { stamp, calcule_le } = await readEtat(transaction)
      const order = await orders(stamp, JSON.stringify(query), () =>
        readOrdre(transaction, question),
      )
      const { pagination, offset } = locatePage({ page, limit }, order.donateurs)
      return {
        titre,
        definition,
        montants: ensemble.montants(demande),
        ...joursDe(question),
        total_donateurs: order.donateurs,
        total_montant: order.montant,
        calcule_le: calcule_le?.toISOString() ?? null,
        donateurs: await readPage(transaction, question, pageOf(order, { offset, limit })),
        pagination,
      }
    })
  }
}
