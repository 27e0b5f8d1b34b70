import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { type Demande, lireDepartements, lireExclus, lireReunis, rendre } from './calculer'
import { donsEnOrdre } from './lecture'
import { COLONNES } from './lignes'
import { ecrireTexte, lireTexte } from './octets'
import { type Morceau, Passe } from './passe'
import { Reserve } from './reserve'

/** So many gifts or rows are there as objects at once; then others of the process have their turn. */
const LOT = 500

/** A row of a table, each value as the database reads it. */
export type Ligne = Record<string, string | null>

const TABULATION = Buffer.from('\t')
const FIN = Buffer.from('\n')
const NUL = '\\N'

/** A row as COPY would have written it. */
const enOctets = (valeurs: unknown[]): Buffer =>
  Buffer.concat([
    ...valeurs.flatMap((valeur, at) => [
      ...(at > 0 ? [TABULATION] : []),
      ecrireTexte(String(valeur)),
    ]),
    FIN,
  ])

const lireValeur = (valeur: string): string | null =>
  valeur === NUL ? null : lireTexte(Buffer.from(valeur, 'latin1'))

/** The rows of a statement, which may be very many. */
async function* lireLots(tx: Db, question: string): AsyncGenerator<object[]> {
  await sql.raw(`declare lus no scroll cursor for ${question}`).execute(tx)
  for (;;) {
    const { rows } = await sql<object>`fetch ${sql.lit(LOT)} from lus`.execute(tx)
    if (rows.length === 0) break
    yield rows
  }
  await sql`close lus`.execute(tx)
}

/** Rows that COPY would read. */
function* enLots(table: Morceau['table'], octets: Buffer): Generator<Ligne[]> {
  const colonnes = COLONNES[table].split(/,\s*/)
  let lot: Ligne[] = []
  let debut = 0
  for (let fin = octets.indexOf(FIN); fin >= 0; fin = octets.indexOf(FIN, debut)) {
    const valeurs = octets.toString('latin1', debut, fin).split('\t').map(lireValeur)
    lot.push(Object.fromEntries(colonnes.map((colonne, at) => [colonne, valeurs[at] ?? null])))
    debut = fin + 1
    if (lot.length < LOT) continue
    yield lot
    lot = []
  }
  yield lot
}

/**
 * What the gifts of a few contacts come to, with everybody who counts as one of them, as the transaction sees their gifts, or
 * as another `source` has them; or those of all contacts of a small base, with the breakdown since `depuis`: the rows of these
 * tables, a few hundred at a time, as one contact may have given as often as all others.
 */
export async function* calculerPersonnes<Table extends Morceau['table']>(
  tx: Db,
  {
    tables,
    contacts,
    source,
    generation = 0,
    depuis = -Infinity,
  }: Partial<Omit<Demande, 'url'>> & { tables: readonly Table[]; source?: string },
): AsyncGenerator<{ table: Table; lignes: Ligne[] }> {
  const demander = async <Lue>(question: string) => (await sql.raw<Lue>(question).execute(tx)).rows
  const reserve = new Reserve(() => Promise.reject(new Error('all of it is in memory')), Infinity)
  const departements = await lireDepartements(demander, contacts)
  const reunis = await lireReunis(demander, contacts)
  const exclus = await lireExclus(demander, contacts)
  const passe = new Passe({ generation, depuis, departements, reunis, exclus, reserve })
  for await (const dons of lireLots(tx, donsEnOrdre(contacts, source))) {
    passe.lire(Buffer.concat(dons.map((don) => enOctets(Object.values(don)))))
    await reserve.ranger()
  }
  const demandees = new Set<Morceau['table']>(tables)
  const estDemandee = (table: Morceau['table']): table is Table => demandees.has(table)
  for await (const { table, octets } of rendre(passe, reserve)) {
    if (!estDemandee(table)) continue
    for (const lignes of enLots(table, octets)) {
      await nextTurn()
      yield { table, lignes }
    }
  }
}

/** Adds rows to a table, but one of their columns where it is named. */
export async function inserer(
  tx: Db,
  table: string,
  lignes: readonly Ligne[],
  sauf?: string,
): Promise<void> {
  const [premiere] = lignes
  if (!premiere) return
  const colonnes = sql.join(
    Object.keys(premiere)
      .filter((colonne) => colonne !== sauf)
      .map((colonne) => sql.ref(colonne)),
  )
  await sql`
    insert into ${sql.table(table)} (${colonnes})
    select ${colonnes}
    from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(lignes)}::json)`.execute(
    tx,
  )
}
