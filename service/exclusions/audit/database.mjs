/** Rows fetched at once: an audit holds one batch in memory, whatever the log's length. */
const BATCH = 5000

const EVENTS = `
  select
    numero::text, evenement_id::text, contact_id, type, raison, exclu_par, identite,
    to_char(survenu_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as survenu_le,
    donations_concernees::text, montant_concerne::text, empreinte_precedente, empreinte
  from evenements_exclusion
  order by evenements_exclusion.numero`

async function* readEvents(client) {
  await client.query(`declare journal no scroll cursor for ${EVENTS}`)
  for (;;) {
    const { rows } = await client.query(`fetch ${BATCH} from journal`)
    yield* rows
    if (rows.length < BATCH) return
  }
}

/** The donors that the projection holds as excluded: contact id to event number. */
async function readExcluded(client) {
  const { rows } = await client.query('select contact_id, numero::text from donateurs_exclus')
  return new Map(rows.map(({ contact_id, numero }) => [contact_id, Number(numero)]))
}

/** Which of update, delete and truncate no always-enabled trigger refuses. */
async function readUnprotected(client) {
  const { rows } = await client.query(`
    select
      coalesce(bool_or(tgtype & 16 = 16), false) as update,
      coalesce(bool_or(tgtype & 8 = 8), false) as delete,
      coalesce(bool_or(tgtype & 32 = 32), false) as truncate
    from pg_trigger
    where tgrelid = 'evenements_exclusion'::regclass and tgenabled = 'A' and not tgisinternal`)
  return Object.entries(rows[0])
    .filter(([, refused]) => !refused)
    .map(([what]) => what)
}

/**
 * Calls `read` with one state of the log: its events, then the excluded donors as the projection has them and
 * what is left unprotected. Writes nothing.
 */
export async function readDatabase(url, read) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    return await read({
      events: readEvents(client),
      readExcluded: () => readExcluded(client),
      readUnprotected: () => readUnprotected(client),
    })
  } finally {
    await client.end()
  }
}

/** Makes the projection what the log says; answers the rows that were not. */
export async function rebuildExcluded(url) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows } = await client.query('select * from reconstruire_donateurs_exclus()')
    return rows
  } finally {
    await client.end()
  }
}

/**
 * Calls `use` with the addresses of the database: as the settings say, else the embedded one of `dataDir`,
 * started for that time. `ownerUrl` is whose rights a rebuild needs.
 */
export async function withDatabase({ databaseUrl, ownerUrl, dataDir }, use) {
  if (databaseUrl) return use({ url: databaseUrl, ownerUrl: ownerUrl || databaseUrl })
  const { build, install } = await import('../../start.mjs')
  install()
  await build()
  const { openEmbedded } = await import('../../../build/service/embedded.js')
  const embedded = await openEmbedded(dataDir)
  try {
    return await use(embedded)
  } finally {
    if (embedded.started) await embedded.stop()
  }
}
