import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { lireDepartements, lireExclus } from './calculer'
import { donsEnOrdre } from './lecture'
import { COLONNES } from './lignes'
import { ecrireTexte, lireTexte } from './octets'
import { FAITS, Passe, SERIES } from './passe'
import { Reserve } from './reserve'

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
async function enLignes(
  table: keyof typeof COLONNES,
  morceaux: AsyncIterable<Buffer>,
): Promise<Ligne[]> {
  const colonnes = COLONNES[table].split(/,\s*/)
  const lignes: Ligne[] = []
  for await (const morceau of morceaux)
    for (const ligne of morceau.toString('latin1').split('\n').slice(0, -1)) {
      const valeurs = ligne.split('\t').map((valeur) => lireValeur(Buffer.from(valeur, 'latin1')))
      lignes.push(Object.fromEntries(colonnes.map((colonne, at) => [colonne, valeurs[at] ?? null])))
    }
  return lignes
}

/**
 * The facts, the series and the gifts beside their facts of a few contacts, with everybody who counts as one of them, from
 * their gifts as the transaction sees them, or as another `source` has them.
 */
export async function calculerPersonnes(
  tx: Db,
  contacts: readonly string[],
  source?: string,
): Promise<Record<'faits' | 'series' | 'croises', Ligne[]>> {
  const { generation } = onlyRow(
    await sql<{ generation: number }>`select generation from faits_publies`.execute(tx),
  )
  const demander = async <Lue>(question: string) => (await sql.raw<Lue>(question).execute(tx)).rows
  const reserve = new Reserve(() => Promise.reject(new Error('all of it is in memory')), Infinity)
  const passe = new Passe({
    generation,
    depuis: -Infinity,
    departements: await lireDepartements(demander, contacts),
    exclus: await lireExclus(demander, contacts),
    reserve,
  })
  for (const don of await demander<object>(donsEnOrdre(contacts, source)))
    passe.lire(enOctets(Object.values(don)))
  passe.finir()
  const faits = await enLignes('faits', reserve.rendre(FAITS))
  const series = await enLignes('series', reserve.rendre(SERIES))
  const croises: Ligne[] = []
  for (const cle of reserve.cles())
    croises.push(...(await enLignes('croises', reserve.rendre(cle))))
  return { faits, series, croises }
}
