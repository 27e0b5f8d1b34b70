import type pg from 'pg'

/** How many events the exclusion log has, and the hash of the last; 64 zeros where it is empty. */
export async function readHead(
  client: pg.ClientBase,
): Promise<{ evenements: number; empreinte: string }> {
  const { rows } = await client.query<{ numero: number; empreinte: string }>(
    'select numero, empreinte from evenements_exclusion order by numero desc limit 1',
  )
  return { evenements: rows[0]?.numero ?? 0, empreinte: rows[0]?.empreinte ?? '0'.repeat(64) }
}

/** The first event that does not follow the one before, or that its hash does not fit; undefined for none. */
export async function findBrokenEvent(client: pg.ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ numero: number }>(`
    select numero
    from (
      select
        numero,
        row_number() over ordre as rang,
        empreinte = empreinte_evenement(e) as conforme,
        empreinte_precedente = lag(empreinte, 1, repeat('0', 64)) over ordre as suit
      from evenements_exclusion e
      window ordre as (order by numero)
    ) lus
    where numero <> rang or not conforme or not suit
    order by numero
    limit 1`)
  return rows[0]?.numero
}
