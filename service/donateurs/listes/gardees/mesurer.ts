import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/connect'
import type { Derived } from '../../../platform/jobs/derived'
import { Problem } from '../../../problem'
import { readMoment } from '../moment'
import { ask, type Question } from '../question'
import { readAdresse } from './adresse'

/** The list of an address, as of now; null where it is no list any more. */
export async function readQuestion(
  tx: Db,
  produit: string,
  adresse: string,
): Promise<Question | null> {
  try {
    const { query } = readAdresse(adresse)
    return ask(produit, query, await readMoment(tx, query))
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

/** The donors of a list, to be selected from. */
export const presentsDe = ({ source, condition }: Question): RawBuilder<unknown> => sql`(
  select faits.contact_id, faits.montant from ${source()} where ${condition()}
)`

/** The publication that screens show now, 0 before the first. */
export const DERNIERE = sql`(select coalesce(max(numero), 0) from publications)`

/** Counts a kept list at the present publication, and notes who entered and left since it was counted last. */
export async function mesurer(
  tx: Db,
  produit: string,
  { liste_id, adresse }: { liste_id: string; adresse: string },
): Promise<void> {
  const question = await readQuestion(tx, produit, adresse)
  if (!question) return
  await sql`
    create temporary table presents on commit drop as
    ${question.avec} tous as (select * from ${presentsDe(question)} as presents)
    select contact_id, montant from tous`.execute(tx)
  await sql`create index on presents (contact_id)`.execute(tx)
  await sql`analyze presents`.execute(tx)
  await sql`
    update listes_membres set jusqua = ${DERNIERE}
    where liste_id = ${liste_id}::uuid and jusqua is null and depuis < ${DERNIERE}
      and contact_id not in (select contact_id from presents)`.execute(tx)
  await sql`
    insert into listes_membres (liste_id, contact_id, depuis)
    select ${liste_id}::uuid, contact_id, ${DERNIERE}
    from presents
    where not exists (
      select from listes_membres as membres
      where liste_id = ${liste_id}::uuid and membres.contact_id = presents.contact_id and jusqua is null
    )
    on conflict do nothing`.execute(tx)
  await sql`
    insert into listes_mesures (liste_id, publication, donateurs, montant)
    select ${liste_id}::uuid, ${DERNIERE}, count(*), coalesce(sum(montant), 0) from presents
    on conflict do nothing`.execute(tx)
  await sql`drop table presents`.execute(tx)
}

/** The counts of kept lists at each publication; one that another follows at once may be left out. */
export const mesuresDe = (produit: string): Derived => ({
  etat: 'listes_mesurees',
  source: { publication: sql`(select max(numero) from publications)` },
  timeout: '10min',
  ofDonations: true,
  make: async (tx) => {
    const { rows } = await sql<{ liste_id: string; adresse: string }>`
      select liste_id, adresse from listes_gardees where retiree_le is null order by gardee_le`.execute(
      tx,
    )
    for (const liste of rows) await mesurer(tx, produit, liste)
  },
})
