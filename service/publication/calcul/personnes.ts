import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { type Demande, lireDepartements, lireExclus, lireReunis, rendre } from './calculer'
import { donsEnOrdre } from './lecture'
import { COLONNES } from './lignes'
import { ecrireTexte, lireTexte } from './octets'
import { type Morceau, Passe } from './passe'
import { Reserve } from './reserve'

/** Gifts or rows after which others of the process have their turn. */
const TURN = 500

/** A row of a table, each value as the database reads it. */
export type Ligne = Record<string, string | null>

const TABULATION = Buffer.from('\t')
const FIN = Buffer.from('\n')
const NUL = Buffer.from('\\N')

/** A row as COPY would have written it. */
const enOctets = (valeurs: unknown[]): Buffer =>
  Buffer.concat([
    ...valeurs.flatMap((valeur, at) => [
      ...(at > 0 ? [TABULATION] : []),
      ecrireTexte(String(valeur)),
    ]),
    FIN,
  ])

const lireValeur = (octets: Buffer): string | null =>
  octets.equals(NUL) ? null : lireTexte(octets)

/** Rows that COPY would read. */
async function* enLignes(table: Morceau['table'], octets: Buffer): AsyncGenerator<Ligne> {
  const colonnes = COLONNES[table].split(/,\s*/)
  for (const [rang, ligne] of octets.toString('latin1').split('\n').slice(0, -1).entries()) {
    if (rang % TURN === 0) await nextTurn()
    const valeurs = ligne.split('\t').map((valeur) => lireValeur(Buffer.from(valeur, 'latin1')))
    yield Object.fromEntries(colonnes.map((colonne, at) => [colonne, valeurs[at] ?? null]))
  }
}

/**
 * What the gifts of a few contacts come to, with everybody who counts as one of them, as the transaction sees their gifts, or
 * as another `source` has them; or those of all contacts of a small base, with the breakdown since `depuis`.
 */
export async function calculerPersonnes(
  tx: Db,
  {
    contacts,
    source,
    generation = 0,
    depuis = -Infinity,
  }: Partial<Omit<Demande, 'url'>> & { source?: string },
): Promise<Record<Morceau['table'], Ligne[]>> {
  const demander = async <Lue>(question: string) => (await sql.raw<Lue>(question).execute(tx)).rows
  const reserve = new Reserve(() => Promise.reject(new Error('all of it is in memory')), Infinity)
  const departements = await lireDepartements(demander, contacts)
  const reunis = await lireReunis(demander, contacts)
  const exclus = await lireExclus(demander, contacts)
  const passe = new Passe({ generation, depuis, departements, reunis, exclus, reserve })
  for (const [at, don] of (await demander<object>(donsEnOrdre(contacts, source))).entries()) {
    if (at % TURN === 0) await nextTurn()
    passe.lire(enOctets(Object.values(don)))
  }
  const lignes: Record<Morceau['table'], Ligne[]> = {
    faits: [],
    series: [],
    croises: [],
    jours: [],
    mois: [],
    annees: [],
  }
  for await (const { table, octets } of rendre(passe, reserve))
    for await (const ligne of enLignes(table, octets)) lignes[table].push(ligne)
  return lignes
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
