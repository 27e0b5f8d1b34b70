import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../platform/database/connect'

/**
 * An event as hashed: every field as text; `identite` is nullable, `publication` and `sceau` only set for an ARRETE,
 * `contact_principal` for an event of a group, `connues` for DISTINCTS.
 */
export interface EvenementLu {
  numero: string
  evenement_id: string
  contact_id: string
  type: string
  raison: string
  exclu_par: string
  identite: string | null
  survenu_le: string
  donations_concernees: string
  montant_concerne: string
  publication: string | null
  sceau: string | null
  contact_principal: string | null
  connues: string | null
  empreinte_precedente: string
  empreinte: string
}

/** Predecessor of the first event. */
export const GENESIS = '0'.repeat(64)

const written = (text: string | null) =>
  text === null ? '-,' : `${Buffer.byteLength(text)}:${text},`

/** The name of an event's form, and its own fields. */
function formOf(evenement: EvenementLu): [string, ...(string | null)[]] {
  switch (evenement.type) {
    case 'ARRETE':
      return ['arrete/1', evenement.publication, evenement.sceau]
    case 'FUSION':
    case 'SEPARATION':
    case 'DISTINCTS':
      return ['groupe/1', evenement.contact_principal, evenement.connues]
    default:
      return ['evenement_exclusion/1']
  }
}

/**
 * Returns the hash of an event, as documented in migrations/proprietaire/empreinte_evenement.sql; computed here because
 * a database administrator can replace SQL functions.
 */
export function hashEvenement(evenement: EvenementLu): string {
  const [name, ...own] = formOf(evenement)
  const form = [
    name,
    evenement.numero,
    evenement.evenement_id,
    evenement.contact_id,
    evenement.type,
    evenement.raison,
    evenement.exclu_par,
    evenement.identite,
    evenement.survenu_le,
    evenement.donations_concernees,
    evenement.montant_concerne,
    ...own,
    evenement.empreinte_precedente,
  ]
  return createHash('sha256').update(form.map(written).join('')).digest('hex')
}

const ROWS_AT_ONCE = 2000

/** Runs a statement in one transaction and returns its rows. */
export type Query = <Row>(statement: string) => Promise<Row[]>

export const queryOf =
  (transaction: Db): Query =>
  async <Row>(statement: string) =>
    (await sql.raw<Row>(statement).execute(transaction)).rows

/**
 * Streams the events after number `evenements` in order, plus those with an impossible number. Once per transaction,
 * because of the cursor.
 */
export async function* readEvenements(
  query: Query,
  evenements: number,
): AsyncGenerator<EvenementLu> {
  await query(`
    declare evenements_lus no scroll cursor for
    select
      numero::text, evenement_id::text, contact_id, type, raison, exclu_par, identite,
      to_char(survenu_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as survenu_le,
      donations_concernees::text, montant_concerne::text, publication::text, sceau, contact_principal, connues,
      empreinte_precedente, empreinte
    from evenements_exclusion
    where evenements_exclusion.numero > ${evenements} or evenements_exclusion.numero < 1
    order by evenements_exclusion.numero`)
  for (;;) {
    const rows = await query<EvenementLu>(`fetch ${ROWS_AT_ONCE} from evenements_lus`)
    yield* rows
    if (rows.length < ROWS_AT_ONCE) return
  }
}

/** End of a part of the log: number of events, hash and time of the last. */
export interface Fin {
  evenements: number
  empreinte: string
  survenu_le: string
}

export const DEBUT: Fin = { evenements: 0, empreinte: GENESIS, survenu_le: '' }

export interface Anomalie {
  numero: number | null
  constat: string
}

/** Events whose dates were endorsed. */
type Reculs = Pick<ReadonlySet<number>, 'has'>

function judge(evenement: EvenementLu, fin: Fin, reculs: Reculs): string | undefined {
  const numero = Number(evenement.numero)
  if (numero > fin.evenements + 1) return 'Cet événement manque.'
  if (numero < fin.evenements + 1) return 'Ce numéro est là deux fois.'
  if (hashEvenement(evenement) !== evenement.empreinte)
    return 'Le contenu de cet événement ne correspond plus à son empreinte.'
  if (evenement.empreinte_precedente !== fin.empreinte)
    return 'Cet événement ne suit pas celui qui le précède.'
  if (evenement.survenu_le < fin.survenu_le && !reculs.has(numero))
    return 'Cet événement est daté d’avant celui qui le précède\u00A0: il a été antidaté, ou l’horloge a reculé.'
  return undefined
}

/**
 * Verifies the chain after `debut`: returns where it ends, and the first event that is missing, edited, backdated or
 * out of sequence.
 */
export async function follow(
  evenements: AsyncIterable<EvenementLu>,
  debut: Fin,
  reculs: Reculs,
): Promise<{ fin: Fin; anomalie: Anomalie | undefined }> {
  let fin = debut
  for await (const evenement of evenements) {
    const constat = judge(evenement, fin, reculs)
    const numero = Math.min(Number(evenement.numero), fin.evenements + 1)
    if (constat !== undefined) return { fin, anomalie: { numero, constat } }
    fin = { evenements: numero, empreinte: evenement.empreinte, survenu_le: evenement.survenu_le }
  }
  return { fin, anomalie: undefined }
}
