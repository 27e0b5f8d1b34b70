import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { COLONNES } from '../calcul/lignes'
import { calculerPersonnes, type Ligne } from '../calcul/personnes'

/** Rows after which others of the process have their turn. */
const TURN = 500

/** A published fact that does not match the donor's gifts. */
export interface Ecart {
  contact_id: string
  annee: number
  colonnes: string
}

type Fait = Record<string, unknown> & { contact_id: string; annee: number }

interface Serie {
  contact_id: string
  rythme: number
  premier: string
  jours: string[]
  montants: number[]
}

const SERIE = 'contact_id, rythme, premier, jours, montants'

/** Computed rows as the database reads them. */
async function relire<Lue>(
  tx: Db,
  lignes: readonly Ligne[],
  table: RawBuilder<unknown>,
  colonnes: string,
): Promise<Lue[]> {
  const relues: Lue[] = []
  for (let at = 0; at < lignes.length; at += TURN) {
    const quelques = JSON.stringify(lignes.slice(at, at + TURN))
    const { rows } = await sql<{ lue: Lue }>`
      with lues as (
        select ${sql.raw(colonnes)} from json_populate_recordset(null::${table}, ${quelques}::json)
      )
      select to_jsonb(lues) as lue from lues`.execute(tx)
    relues.push(...rows.map(({ lue }) => lue))
  }
  return relues
}

/** Published rows; of several servers, read before anything is made of them. */
async function lirePublies<Lue>(tx: Db, source: RawBuilder<unknown>): Promise<Lue[]> {
  const { rows } = await sql<{ lue: Lue }>`
    with lues as materialized (${source}) select to_jsonb(lues) as lue from lues`.execute(tx)
  return rows.map(({ lue }) => lue)
}

/** Lists of codes are sets. */
const enTexte = (colonne: string, valeur: unknown): string =>
  JSON.stringify(
    colonne.startsWith('autres_') && Array.isArray(valeur)
      ? [...new Set<string>(valeur)].sort()
      : valeur,
  )

async function comparerFaits(
  publies: readonly Fait[],
  recomptes: readonly Fait[],
  deplace: (contact: string) => boolean,
): Promise<Ecart[]> {
  const cleDe = ({ contact_id, annee }: Fait) => JSON.stringify([contact_id, annee])
  const parCle = new Map(recomptes.map((fait) => [cleDe(fait), fait]))
  const absents = new Map(parCle)
  const ecarts: Ecart[] = []
  for (const [at, publie] of publies.entries()) {
    if (at % TURN === 0) await nextTurn()
    const { contact_id, annee } = publie
    const recompte = parCle.get(cleDe(publie))
    absents.delete(cleDe(publie))
    const colonnes = Object.keys(publie)
      .filter((colonne) => colonne !== 'departement' || !deplace(contact_id))
      .filter(
        (colonne) => enTexte(colonne, publie[colonne]) !== enTexte(colonne, recompte?.[colonne]),
      )
    if (!recompte) ecarts.push({ contact_id, annee, colonnes: 'fait sans don' })
    else if (colonnes.length > 0)
      ecarts.push({ contact_id, annee, colonnes: colonnes.sort().join(', ') })
  }
  for (const { contact_id, annee } of absents.values())
    ecarts.push({ contact_id, annee, colonnes: 'fait absent' })
  return ecarts
}

/** Told by the year of the first that differs. */
function comparerSeries(publiees: readonly Serie[], trouvees: readonly Serie[]): Ecart[] {
  const texteDe = (serie: Serie) => JSON.stringify(serie, SERIE.split(', '))
  const [gardees, neuves] = [publiees, trouvees].map((series) => new Set(series.map(texteDe)))
  const autres = [...publiees, ...trouvees]
    .filter((serie) => gardees?.has(texteDe(serie)) !== neuves?.has(texteDe(serie)))
    .sort((une, autre) => (une.premier < autre.premier ? -1 : 1))
  const premieres = new Map(
    autres.toReversed().map(({ contact_id, premier }) => [contact_id, premier]),
  )
  return [...premieres].map(([contact_id, premier]) => ({
    contact_id,
    annee: Number(premier.slice(0, 4)),
    colonnes: 'séries',
  }))
}

/**
 * The published facts of some donors that are not what their stored gifts come to, with the columns that differ; of a donor
 * whose facts are right, the series. Whose card moved since is known by the next refresh.
 */
export async function comparer(tx: Db, donateurs: readonly string[]): Promise<Ecart[]> {
  const { contacts } = onlyRow(
    await sql<{ contacts: string[] }>`
      select array(select distinct unnest(membres_des_groupes(${donateurs}::text[]))) as contacts`.execute(
      tx,
    ),
  )
  const { source } = onlyRow(
    await sql<{ source: string }>`select dons_stockes(${contacts}::text[]) as source`.execute(tx),
  )
  const calcules = await calculerPersonnes(tx, { contacts, source })
  const colonnes = COLONNES.faits.replace(/^generation,\s*/, '')
  const recomptes = await relire<Fait>(tx, calcules.faits, sql`faits_donateurs`, colonnes)
  const publies = await lirePublies<Fait>(
    tx,
    sql`
      select ${sql.raw(colonnes)}
      from faits_donateurs
      where generation = (select generation from faits_publies) and contact_id = any (${contacts})`,
  )
  const { rows: deplaces } = await sql<{ contact_id: string | null }>`
    select contact_id from fiches_deplacees`.execute(tx)
  const deplacees = new Set(deplaces.map(({ contact_id }) => contact_id))
  const ecarts = await comparerFaits(
    publies,
    recomptes,
    (contact) => deplacees.has(null) || deplacees.has(contact),
  )
  const differents = new Set(ecarts.map(({ contact_id }) => contact_id))
  const series = comparerSeries(
    await lirePublies<Serie>(
      tx,
      sql`select ${sql.raw(SERIE)} from series_dons where contact_id = any (${contacts})`,
    ),
    await relire<Serie>(tx, calcules.series, sql`series_dons`, SERIE),
  )
  return [...ecarts, ...series.filter(({ contact_id }) => !differents.has(contact_id))]
}
