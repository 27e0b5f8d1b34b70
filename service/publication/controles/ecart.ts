import { sql } from 'kysely'
import {
  type EcartComptable,
  type Explications,
  FICHIERS_REJETES,
  type TotalComptable,
} from '#contract/controles'
import { centsOf } from '#figures/ratios'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { inSnapshot } from '../../platform/database/snapshot'
import { SUSPECTS_PAR_JOUR } from '../../verification/suspects'
import { readComptabilite } from './lire'

/** What the donors to review gave in the year. */
const readAVerifier = async (tx: Db, annee: number): Promise<Explications['a_verifier']> =>
  onlyRow(
    await sql<Explications['a_verifier']>`
      select coalesce(sum(donateurs), 0)::bigint as donateurs, coalesce(sum(montant), 0) as montant
      from ${SUSPECTS_PAR_JOUR} as suspects
      where jour between make_date(${annee}, 1, 1) and make_date(${annee}, 12, 31)`.execute(tx),
  )

/** What is stored of the year and does not count: of excluded donors, and at 0 €. */
async function readUncounted(
  tx: Db,
  annee: number,
): Promise<Pick<Explications, 'exclus' | 'zeros'>> {
  const { donations, montant, zeros } = onlyRow(
    await sql<Explications['exclus'] & { zeros: number }>`
      select
        count(*) filter (where order_amount > 0) as donations,
        coalesce(sum(order_amount), 0) as montant,
        count(*) filter (where order_amount = 0) as zeros
      from donations
      where order_date between make_date(${annee}, 1, 1) and make_date(${annee}, 12, 31)
        and (order_amount = 0 or contact_id = any (array(select contact_id from contacts_exclus)))`.execute(
      tx,
    ),
  )
  return { exclus: { donations, montant }, zeros }
}

/** Rejected rows of the files that reach into the year, or of which no row could be read. */
async function readRejets(tx: Db, annee: number): Promise<Explications['rejets']> {
  const { rows } = await sql<{ fichier_id: string; filename: string; lignes: number }>`
    select fichier_id, nom as filename, (resultat ->> 'rejetes')::bigint as lignes
    from imports
    join fichiers using (fichier_id)
    where type in ('donations', 'fichier') and statut = 'completed' and (resultat ->> 'rejetes')::bigint > 0
      and coalesce((lecture ->> 'premierJour')::bigint, 0) / 10000 <= ${annee}
      and coalesce(nullif((lecture ->> 'dernierJour')::bigint, 0) / 10000, ${annee}) >= ${annee}
    order by lignes desc, termine_le desc`.execute(tx)
  return {
    lignes: rows.reduce((sum, { lignes }) => sum + lignes, 0),
    fichiers: rows.slice(0, FICHIERS_REJETES),
  }
}

/** What the imports published since a total was noted changed of the year. */
async function readDepuis(
  tx: Db,
  { annee, saisi_le }: Pick<TotalComptable, 'annee' | 'saisi_le'>,
): Promise<Explications['depuis']> {
  return onlyRow(
    await sql<NonNullable<Explications['depuis']>>`
      select
        count(*) as imports,
        coalesce(sum(montant), 0) as montant,
        (select coalesce(max(numero), 0) from publications where publie_le <= ${saisi_le}::timestamptz) as publication
      from publications_causes as causes
      join publications_effets using (publication, rang)
      where nature = 'IMPORT' and le > ${saisi_le}::timestamptz and annee = ${annee}`.execute(tx),
  )
}

/** The gifts of the days around the year's beginning and end. */
async function readJours(tx: Db, annee: number): Promise<Explications['jours']> {
  const { rows } = await sql<Explications['jours'][number]>`
    select jour::text, sum(nombre)::bigint as donations, sum(montant) as montant
    from dons_par_jour_a_jour
    where jour between make_date(${annee} - 1, 12, 31) and make_date(${annee}, 1, 2)
      or jour between make_date(${annee}, 12, 31) and make_date(${annee} + 1, 1, 2)
    group by jour
    having sum(nombre) > 0
    order by jour`.execute(tx)
  return rows
}

async function readMois(
  tx: Db,
  annee: number,
  totals: readonly TotalComptable[],
): Promise<EcartComptable['mois']> {
  const { rows } = await sql<{ mois: number; montant: number }>`
    select mois, sum(montant) as montant from dons_par_mois_a_jour where annee = ${annee} group by mois`.execute(
    tx,
  )
  return Array.from({ length: 12 }, (_, index) => {
    const mois = index + 1
    const said = totals.find((total) => total.mois === mois)
    const tableau_de_bord = rows.find((row) => row.mois === mois)?.montant ?? 0
    return {
      mois,
      montant: said?.montant ?? null,
      tableau_de_bord,
      ecart: said?.ecart ?? null,
      explication: said?.explication ?? null,
    }
  })
}

/** A year of the accounts beside that of the dashboard, by month, and what may explain the gap. */
export const readEcart = (db: Db, annee: number): Promise<EcartComptable> =>
  inSnapshot(db, async (tx) => {
    const totals = await readComptabilite(tx, annee)
    const total = totals.find(({ mois }) => mois === null) ?? null
    const latest = total ?? totals.at(-1)
    const mois = await readMois(tx, annee, totals)
    return {
      annee,
      total,
      tableau_de_bord:
        mois.reduce((sum, { tableau_de_bord }) => sum + centsOf(tableau_de_bord), 0) / 100,
      mois,
      explications: {
        a_verifier: await readAVerifier(tx, annee),
        ...(await readUncounted(tx, annee)),
        rejets: await readRejets(tx, annee),
        depuis: latest ? await readDepuis(tx, latest) : null,
        jours: await readJours(tx, annee),
      },
    }
  })
