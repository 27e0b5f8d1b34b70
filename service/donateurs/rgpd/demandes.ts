import type pg from 'pg'

/** That a person asked to be forgotten, and whose card is not yet emptied. */
export interface Demande {
  contact_id: string
  par: string
}

/** Those that wait, the oldest first; of some contacts, or of all. */
export async function listDemandes(client: pg.ClientBase, contacts?: string[]): Promise<Demande[]> {
  const { rows } = await client.query<Demande>(
    `select contact_id, par
     from oppositions_en_vigueur
     where nature = 'effacement' and contact_id is not null
       and contact_id not in (select contact_id from donateurs_anonymises)
       and ($1::text[] is null or contact_id = any ($1))
     order by numero`,
    [contacts ?? null],
  )
  return rows
}

const nameOf = (par: string) => par.replace(/, nom saisi$/, '').trim()

/** Whether two names are one, however they are typed. */
export const isSame = (one: string, other: string): boolean =>
  nameOf(one).localeCompare(nameOf(other), 'fr', {
    sensitivity: 'base',
    ignorePunctuation: true,
  }) === 0
