import { type RawBuilder, sql } from 'kysely'
import type { Changements, DonChange } from '#contract/changements'
import type { PageQuery } from '#contract/pagination'
import { colonnesChangements } from '#files/changements-columns'
import { writeColonnes } from '#files/colonnes'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { inBatches, inSnapshot, streamSnapshot } from '../../platform/database/snapshot'
import { locatePage } from '../../platform/http/page'
import { Problem } from '../../problem'
import { differencesOf, type Row } from './differences'

export interface Asked {
  upload_id: string
  annee?: number | undefined
}

const amountOf = (side: 'avant' | 'apres') => sql`(${sql.ref(side)} ->> 'order_amount')::numeric`

/** What a side of a change counts for in the year: 0 in another year, or if its donor is excluded. */
const countedIn = (side: 'avant' | 'apres', annee: number | undefined) => sql`
  coalesce(
    case
      when ${annee === undefined ? sql`true` : sql`left(${sql.ref(side)} ->> 'order_date', 4) = ${String(annee)}`}
        and not exists (
          select from contacts_exclus where contact_id = ${sql.ref(side)} ->> 'contact_id'
        )
      then ${amountOf(side)}
    end,
    0
  )`

/** The gifts that an import changed, those of a year if asked. */
const changed = ({ upload_id, annee }: Asked): RawBuilder<unknown> => sql`(
  select
    cle as id,
    avant,
    apres,
    case
      when avant is null then 'ajoute'
      when ${amountOf('apres')} = 0 and ${amountOf('avant')} > 0 then 'mis_a_zero'
      else 'modifie'
    end as sorte,
    ${countedIn('apres', annee)} - ${countedIn('avant', annee)} as effet
  from lignes_avant_import
  where fichier_id = ${upload_id} and ${annee === undefined ? sql`true` : sql`${annee}::smallint = any(annees)`}
)`

type Found = Pick<DonChange, 'id' | 'sorte' | 'effet' | 'contact_id' | 'jour' | 'exclu'> & {
  avant: (Row & { order_amount: number }) | null
  apres: Row & { order_amount: number }
}

/** A slice of the changed gifts, in the given order. */
async function listChanged(db: Db, asked: Asked, rest: RawBuilder<unknown>): Promise<DonChange[]> {
  const { rows } = await sql<Found>`
    select
      id, sorte, effet, avant, apres,
      apres ->> 'contact_id' as contact_id,
      apres ->> 'order_date' as jour,
      exists (select from contacts_exclus where contact_id = apres ->> 'contact_id') as exclu
    from ${changed(asked)} as changes
    ${rest}`.execute(db)
  return rows.map(({ avant, apres, ...don }) => ({
    ...don,
    montant_avant: avant && avant.order_amount,
    montant_apres: apres.order_amount,
    champs: avant ? differencesOf('donations', avant, apres) : [],
  }))
}

/** Throws a Problem unless it is a completed import of gifts. */
export async function readImport(tx: Db, upload_id: string) {
  const found = await tx
    .selectFrom('imports')
    .innerJoin('fichiers', 'fichiers.fichier_id', 'imports.fichier_id')
    .select(['nom', 'termine_le', 'lignes_gardees', 'resultat'])
    .where('imports.fichier_id', '=', upload_id)
    .where('type', 'in', ['donations', 'fichier'])
    .where('statut', '=', 'completed')
    .executeTakeFirst()
  if (found) return found
  throw new Problem('introuvable', 'Cet import de donations n’existe pas, ou n’est pas terminé.')
}

/** The gifts that an import changed, a page of them; past the end, the last page. */
export const readChangements = (
  db: Db,
  { page, limit, ...asked }: Asked & PageQuery,
): Promise<Changements> =>
  inSnapshot(db, async (tx) => {
    const { nom, termine_le, lignes_gardees } = await readImport(tx, asked.upload_id)
    const totals = onlyRow(
      await sql<Pick<Changements, 'ajoutes' | 'modifies' | 'mis_a_zero' | 'effet'>>`
        select
          count(*) filter (where sorte = 'ajoute') as ajoutes,
          count(*) filter (where sorte = 'modifie') as modifies,
          count(*) filter (where sorte = 'mis_a_zero') as mis_a_zero,
          coalesce(sum(effet), 0) as effet
        from ${changed(asked)} as changes`.execute(tx),
    )
    const total = totals.ajoutes + totals.modifies + totals.mis_a_zero
    const { pagination, offset } = locatePage({ page, limit }, total)
    return {
      upload_id: asked.upload_id,
      filename: nom,
      termine_le: termine_le?.toISOString() ?? null,
      gardes: lignes_gardees,
      ...totals,
      dons: await listChanged(
        tx,
        asked,
        sql`order by avant is null, length(id), id limit ${limit} offset ${offset}`,
      ),
      pagination,
    }
  })

const ROWS_AT_ONCE = 2_000

/** Streams the gifts that an import changed as CSV for French Excel, by id, from one snapshot. */
export const writeChanged = (db: Db, asked: Asked, atOnce = ROWS_AT_ONCE): AsyncGenerator<string> =>
  writeColonnes(
    colonnesChangements(asked.annee),
    streamSnapshot(db, (snapshot) =>
      inBatches(atOnce, ({ after, limit }) =>
        listChanged(
          snapshot,
          asked,
          sql`where id > ${after?.id ?? ''} collate "C" order by id limit ${limit}`,
        ),
      ),
    ),
  )
