import type pg from 'pg'
import { followRegistres } from '../../exclusions/audit/actes.mjs'
import { followPublications } from '../../exclusions/audit/chaine-publications.mjs'
import { GENESIS, readEvents } from '../../exclusions/audit/event.mjs'
import type { Query } from '../../exclusions/audit/rows.mjs'
import { verify } from '../../exclusions/audit/verify.mjs'

/** Number and hash of the last publication, or of the last act on a register. */
export interface Tete {
  numero: number
  empreinte: string
}

const NONE: Tete = { numero: 0, empreinte: GENESIS }

const queryOf =
  (client: pg.ClientBase): Query =>
  async (text, values) =>
    (await client.query<Record<string, unknown>>(text, values)).rows

/** Number of events in the exclusion log, and hash of the last; 64 zeros if empty. */
export async function readHead(
  client: pg.ClientBase,
): Promise<{ evenements: number; empreinte: string }> {
  const { rows } = await client.query<Tete>(
    'select numero, empreinte from evenements_exclusion order by numero desc limit 1',
  )
  const { numero, empreinte } = rows[0] ?? NONE
  return { evenements: numero, empreinte }
}

/** Number and hash of the last publication; 0 and 64 zeros without any. */
export async function readTete(client: pg.ClientBase): Promise<Tete> {
  const { rows } = await client.query<Tete>(
    'select numero, empreinte from publications order by numero desc limit 1',
  )
  return rows[0] ?? NONE
}

/** The last act on each register. */
export async function readTetes(client: pg.ClientBase): Promise<Record<string, Tete>> {
  const { rows } = await client.query<Tete & { registre: string }>(
    'select distinct on (registre) registre, numero, empreinte from registres_actes order by registre, numero desc',
  )
  return Object.fromEntries(rows.map(({ registre, ...tete }) => [registre, tete]))
}

const isSame = (one: Tete, other: Tete = NONE) =>
  one.numero === other.numero && one.empreinte === other.empreinte

/** Whether the publications, read in full in the client's transaction, are sound and end at `tete`. */
export async function publicationsLeadTo(client: pg.ClientBase, tete: Tete): Promise<boolean> {
  const { fault, last } = await followPublications(queryOf(client), [])
  return fault === undefined && isSame(tete, last)
}

/** Whether the acts on the registers, read in full in the client's transaction, are sound and end at `tetes`. */
export async function actesLeadTo(
  client: pg.ClientBase,
  tetes: Record<string, Tete>,
): Promise<boolean> {
  const { fault, tetes: found } = await followRegistres(queryOf(client), [])
  const areSame = Object.entries(tetes).every(([table, tete]) => isSame(tete, found[table]))
  return fault === undefined && areSame
}

/**
 * Whether the log, read in full in the client's transaction, is sound except for its dates, which nobody can have endorsed
 * yet in the target of a restore, and ends at `head`.
 */
export async function leadsTo(
  client: pg.ClientBase,
  { evenements: numero, empreinte }: { evenements: number; empreinte: string },
): Promise<boolean> {
  const { chain, last = NONE } = await verify(readEvents(queryOf(client)), [])
  return chain === undefined && Number(last.numero) === numero && last.empreinte === empreinte
}
