import type pg from 'pg'
import { connect } from '../../platform/database/connect'
import { Copie } from './copie'
import { donsEnOrdre, ecrireListe } from './lecture'
import { FAITS, type Morceau, Passe, tableDe } from './passe'
import { Reserve } from './reserve'

/** What to compute, and as what. */
export interface Demande {
  /** Of the database, where rows wait that do not fit into memory. */
  url: string
  generation: number
  /** The first day that the breakdown keeps by itself, since 1 January 1970. */
  depuis: number
  /** Whose gifts alone, with all who count as one of them. */
  contacts?: readonly string[]
}

/** Of which moment, where no transaction of the caller's reads. */
export interface Ailleurs extends Demande {
  /** A snapshot that a transaction exports as long as the computation lasts. */
  instantane: string
  /** Rows of all tables in any order, as soon as there are enough: nothing waits for its place. */
  enVrac?: boolean
}

/** Gifts are sorted in memory or by several processes; whoever reads has gone where this one has. */
const REGLAGES = `
  set local work_mem = '64MB';
  set local parallel_tuple_cost = 0.01;
  set local statement_timeout = '1h';
  set local idle_in_transaction_session_timeout = 0;
  set local client_connection_check_interval = '5s'`

/** Asks the database on the connection of a computation. */
type Demander = <Ligne extends pg.QueryResultRow>(question: string) => Promise<Ligne[]>

/** The departments of the postal codes of cards: of all, or of these contacts. */
export async function lireDepartements(
  demander: Demander,
  contacts?: readonly string[],
): Promise<Map<string, string>> {
  const codes = await demander<{ zip: string; departement: string }>(`
    select zip, departement_du_code_postal(zip) as departement
    from (
      select distinct zip
      from donateurs
      where zip is not null ${contacts ? `and contact_id = any (${ecrireListe(contacts)})` : ''}
    ) as codes`)
  return new Map(codes.map(({ zip, departement }) => [zip, departement]))
}

/**
 * The departments of persons with several cards, which are not their number's alone: of all, or of these contacts. Of all at
 * once, each lives where `fiche_reunie` says of one.
 */
export async function lireReunis(
  demander: Demander,
  contacts?: readonly string[],
): Promise<Map<string, string>> {
  const liste = contacts && ecrireListe(contacts)
  const groupes = await demander<{ contact_principal: string }>(`
    select distinct contact_principal from groupes_contacts
    ${liste ? `where contact_id = any (${liste}) or contact_principal = any (${liste})` : ''}`)
  // Nor does a base on several servers, where nobody is merged, understand what follows.
  if (groupes.length === 0) return new Map()
  const principaux = ecrireListe(groupes.map(({ contact_principal }) => contact_principal))
  const reunis = await demander<{ principal: string; departement: string }>(`
    select distinct on (principal) principal, departement_du_code_postal(siennes.zip) as departement
    from (
      select groupes.contact_id, contact_principal as principal
      from groupes_contacts as groupes join donateurs on donateurs.contact_id = contact_principal
      where contact_principal = any (${principaux})
      union all
      select principal, principal from unnest(${principaux}) as principal
    ) as membres
    join donateurs as siennes using (contact_id)
    left join fiches_dites as dites using (contact_id)
    cross join (select jour_des_contacts() as jour) as jours
    cross join lateral (
      select max(order_date) as jour from donations
      where donations.contact_id = membres.contact_id and order_amount > 0
    ) as derniers
    where btrim(siennes.zip) <> ''
    order by principal, coalesce(dites.zip, jours.jour) desc nulls last, derniers.jour desc nulls last,
      contact_id <> principal, length(contact_id), contact_id collate "C"`)
  return new Map(reunis.map(({ principal, departement }) => [principal, departement]))
}

/** Who is excluded: of all, or of these contacts. */
export async function lireExclus(
  demander: Demander,
  contacts?: readonly string[],
): Promise<Set<string>> {
  const exclus = await demander<{ contact_id: string }>(`
    select contact_id from contacts_exclus
    ${contacts ? `where contact_id = any (${ecrireListe(contacts)})` : ''}`)
  return new Set(exclus.map(({ contact_id }) => contact_id))
}

/**
 * Connections of a computation's own, of which nothing is left when all are given back. Its thread comes after all others: on a
 * busy machine it hears late that it is connected.
 */
function ouvrir(url: string) {
  const base = connect(url, { max: 2, connectTimeout: 60_000, statementTimeout: 0 })
  const pris = new Set<pg.PoolClient>()
  const rendre = () => {
    for (const client of pris) client.release(true)
    pris.clear()
  }
  return {
    prendre: async () => {
      const client = await base.pool.connect()
      pris.add(client)
      return client
    },
    rendre,
    fermer: async () => {
      rendre()
      await base.close()
    },
  }
}

/**
 * Computes from every gift of one moment, in one pass, the facts, the series, the gifts beside their facts and the breakdown by
 * code: the rows table by table, facts first, or as they come. Reads on a connection of its own, and writes nothing that
 * outlasts it. Fails where `signal` fires.
 */
export async function* calculer(
  { instantane, enVrac = false, ...demande }: Ailleurs,
  signal?: AbortSignal,
): AsyncGenerator<Morceau> {
  const { prendre, rendre, fermer } = ouvrir(demande.url)
  signal?.addEventListener('abort', rendre, { once: true })
  try {
    const client = await prendre()
    await client.query('begin isolation level repeatable read read only')
    await client.query(`set transaction snapshot '${instantane}'; ${REGLAGES}`)
    yield* passer(client, new Reserve(prendre), demande, (cle) => enVrac || cle === FAITS)
  } finally {
    signal?.removeEventListener('abort', rendre)
    await fermer()
  }
}

/**
 * The same on a connection of the caller's, as its transaction sees the gifts. All of them are read before the first row is
 * handed on: the connection is free then.
 */
export async function* calculerIci(
  client: pg.ClientBase,
  demande: Demande,
): AsyncGenerator<Morceau> {
  const { prendre, fermer } = ouvrir(demande.url)
  try {
    yield* passer(client, new Reserve(prendre), demande, () => false)
  } finally {
    await fermer()
  }
}

async function* passer(
  client: pg.ClientBase,
  reserve: Reserve,
  { generation, depuis, contacts }: Demande,
  sontRendues: (cle: number) => boolean,
): AsyncGenerator<Morceau> {
  const demander: Demander = async <Ligne extends pg.QueryResultRow>(question: string) =>
    (await client.query<Ligne>(question)).rows
  const departements = await lireDepartements(demander, contacts)
  const reunis = await lireReunis(demander, contacts)
  const exclus = await lireExclus(demander, contacts)
  const passe = new Passe({ generation, depuis, departements, reunis, exclus, reserve })
  for await (const morceau of client.query(
    new Copie(`copy (${donsEnOrdre(contacts)}) to stdout`),
  )) {
    passe.lire(morceau as Buffer)
    for (const cle of reserve.cles().filter(sontRendues)) {
      const octets = reserve.lignes(cle).prendre()
      if (octets) yield { table: tableDe(cle), octets }
    }
    await reserve.ranger()
  }
  yield* rendre(passe, reserve)
}

/** The rows of a pass that has read all of its gifts. */
export async function* rendre(passe: Passe, reserve: Reserve): AsyncGenerator<Morceau> {
  passe.finir()
  for (const cle of reserve.cles())
    for await (const octets of reserve.rendre(cle)) yield { table: tableDe(cle), octets }
  yield* passe.ventiler()
}
