import { sql } from 'kysely'
import type { Db } from '../../../service/platform/database/connect'
import { DEGATS, type Degat } from './doubles'
import type { Population } from './population'

/** Stores the cards, many at once, and to whom files' rows led. */
export async function loger(
  db: Db,
  { fiches, ambigues = [] }: Pick<Population, 'fiches'> & Partial<Pick<Population, 'ambigues'>>,
): Promise<void> {
  for (let at = 0; at < fiches.length; at += 20_000)
    await sql`
      insert into donateurs (contact_id, firstname, lastname, zip, email, phone, birthdate, civility, is_company)
      select * from jsonb_to_recordset(${JSON.stringify(fiches.slice(at, at + 20_000))}::jsonb) as lues (
        contact_id text, firstname text, lastname text, zip text, email text, phone text, birthdate text, civility text,
        is_company boolean
      )`.execute(db)
  await sql`
    insert into identites_ambigues (contact_id, autre_id)
    select une ->> 0, une ->> 1 from jsonb_array_elements(${JSON.stringify(ambigues)}::jsonb) as une`.execute(
    db,
  )
  await sql`analyze donateurs`.execute(db)
}

interface Justesse {
  trouvees: number
  justes: number
}

interface Mesure {
  /** Planted pairs of each damage, and how many of them its own rule found. */
  rappel: Record<Degat, { plantees: number; trouvees: number }>
  /** Pairs that each rule found, and how many of them are one person. */
  precision: Record<string, Justesse>
  /** Pairs within the groups proposed as sure. */
  sures: Justesse
}

/** Compares what was found with who people are. */
export async function mesurer(db: Db, { personnes, plantees }: Population): Promise<Mesure> {
  const rows = await db.selectFrom('doublons').select(['contact_id', 'autre_id', 'regle']).execute()
  const found = new Set(rows.map((row) => `${row.regle} ${row.contact_id} ${row.autre_id}`))
  const rappel = Object.fromEntries(
    DEGATS.map((degat) => {
      const own = plantees.filter((planted) => planted.degat === degat)
      const seen = own.filter(({ contacts }) =>
        found.has([degat, ...contacts.toSorted()].join(' ')),
      )
      return [degat, { plantees: own.length, trouvees: seen.length }]
    }),
  ) as Mesure['rappel']
  const precision: Mesure['precision'] = {}
  for (const { regle, contact_id, autre_id } of rows) {
    const line = (precision[regle] ??= { trouvees: 0, justes: 0 })
    line.trouvees += 1
    if (personnes.get(contact_id) === personnes.get(autre_id)) line.justes += 1
  }
  const sures: Justesse = { trouvees: 0, justes: 0 }
  const groupes = await db
    .selectFrom('doublons_groupes')
    .select('contacts')
    .where('sur', '=', true)
    .execute()
  for (const { contacts } of groupes)
    for (const [at, one] of contacts.entries())
      for (const other of contacts.slice(at + 1)) {
        sures.trouvees += 1
        if (personnes.get(one) === personnes.get(other)) sures.justes += 1
      }
  return { rappel, precision, sures }
}
