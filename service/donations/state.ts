import { sql } from 'kysely'
import type { DonationsFiltres } from '#contract/donations'
import type { Db } from '../platform/database/connect'
import { remember } from '../platform/database/remember'
import { inSnapshotOfGifts } from '../platform/database/snapshot'
import { TODAY } from '../platform/database/stamp'
import { computeReleve, type Releve } from './releve'

interface Annee {
  annee: number
  montant_max: number
}

interface Exclus {
  dons: number
  montant: number
}

/** State needed by the list and cards besides the rows, consistent with one transaction. */
export interface EtatDons {
  /** Years with at least one gift, and the largest gift of each; latest first. */
  annees: () => Promise<Annee[]>
  releve: (annee: number, filtres?: DonationsFiltres) => Promise<Releve>
  /** A year's gifts from currently excluded donors. */
  exclus: (annee: number) => Promise<Exclus>
}

/** Calls `read` in one `repeatable read` transaction, with the state it sees. */
export type ReadEtat = <Result>(
  read: (transaction: Db, etat: EtatDons) => Promise<Result>,
) => Promise<Result>

async function readStamps(transaction: Db): Promise<{ donations: string; exclusions: string }> {
  const { rows } = await sql<{ donations: string; exclus: string }>`
    select
      version_donations() as donations,
      concat_ws(
        '/',
        (select max(numero) from evenements_exclusion),
        (select version from donateurs_exclus_version),
        (select numero from derniers_chiffres),
        (select max(numero) from campagnes_versions),
        ${TODAY}
      ) as exclus
  `.execute(transaction)
  const { donations = '', exclus = '' } = rows[0] ?? {}
  return { donations, exclusions: `${donations} ${exclus}` }
}

const readAnnees = (transaction: Db): Promise<Annee[]> =>
  transaction.selectFrom('annees_des_dons').selectAll().orderBy('annee', 'desc').execute()

const readExclus = (transaction: Db, annee: number): Promise<Exclus> =>
  transaction
    .selectFrom('donateurs_exclus')
    .innerJoin('donations', 'donations.contact_id', 'donateurs_exclus.contact_id')
    .select(({ fn }) => [
      fn.countAll<number>().as('dons'),
      fn.coalesce(fn.sum<number>('order_amount'), sql.lit(0)).as('montant'),
    ])
    .where('order_amount', '>', 0)
    .where('order_date', '>=', `${annee}-01-01`)
    .where('order_date', '<=', `${annee}-12-31`)
    .executeTakeFirstOrThrow()

/** Cached filtered years. */
const FILTERED = 200

const isEmpty = (filtres: DonationsFiltres) =>
  Object.values(filtres).every((value) => value === undefined)

/** Memoises each part while the donations, and the exclusions if relevant, are unchanged. */
export function keepEtat(db: Db): ReadEtat {
  const annees = remember<'toutes', Annee[]>()
  const releves = remember<number, Releve>()
  const filtered = remember<string, Releve>(FILTERED)
  const exclus = remember<number, Exclus>()

  return (read) =>
    inSnapshotOfGifts(db, async (transaction) => {
      const stamps = await readStamps(transaction)
      return read(transaction, {
        annees: () => annees(stamps.exclusions, 'toutes', () => readAnnees(transaction)),
        releve: (annee, filtres = {}) => {
          const compute = () => computeReleve(transaction, annee, filtres)
          return isEmpty(filtres)
            ? releves(stamps.donations, annee, compute)
            : filtered(stamps.exclusions, JSON.stringify([annee, filtres]), compute)
        },
        exclus: (annee) => exclus(stamps.exclusions, annee, () => readExclus(transaction, annee)),
      })
    })
}
