/** @import { Client } from 'pg' */

const COLUMNS = [
  'numero',
  'evenement_id',
  'contact_id',
  'type',
  'raison',
  'exclu_par',
  'identite',
  'survenu_le',
  'donations_concernees',
  'montant_concerne',
  'empreinte_precedente',
  'empreinte',
]

const DECISION_COLUMNS = [
  'decision_id',
  'contact_id',
  'raison',
  'decide_par',
  'identite',
  'decide_le',
  'points',
  'connues',
]

const ONE_DECISION =
  'decision_id = (select decision_id from public.decisions_legitimes order by decide_le limit 1)'

/**
 * What must be refused, whoever tries: an update of any column, a delete, a truncate.
 * @type {[what: string, statement: string][]}
 */
const FORBIDDEN = [
  ...COLUMNS.map(
    (column) =>
      /** @type {[string, string]} */ ([
        'update',
        `update public.evenements_exclusion set ${column} = ${column} where numero = (select min(numero) from public.evenements_exclusion)`,
      ]),
  ),
  [
    'delete',
    'delete from public.evenements_exclusion where numero = (select max(numero) from public.evenements_exclusion)',
  ],
  ['truncate', 'truncate public.evenements_exclusion'],
  ...DECISION_COLUMNS.map(
    (column) =>
      /** @type {[string, string]} */ ([
        'update des décisions',
        `update public.decisions_legitimes set ${column} = ${column} where ${ONE_DECISION}`,
      ]),
  ),
  ['delete des décisions', `delete from public.decisions_legitimes where ${ONE_DECISION}`],
  ['truncate des décisions', 'truncate public.decisions_legitimes'],
]

/**
 * Tries, in a transaction that is rolled back, what the database must refuse to whoever asks. Returns what it let
 * pass; if the log is empty, rows cannot be tried.
 * @param {Client} client
 */
export async function tryForbidden(client) {
  /** @type {Set<string>} */
  const passed = new Set()
  await client.query('begin')
  try {
    await client.query("set local lock_timeout = '2s'")
    for (const [what, statement] of FORBIDDEN) {
      await client.query('savepoint essai')
      const { rowCount } = await client.query(statement).catch(() => ({ rowCount: 0 }))
      if (rowCount === null || rowCount > 0) passed.add(what)
      await client.query('rollback to essai')
    }
  } finally {
    await client.query('rollback')
  }
  return [...passed]
}
