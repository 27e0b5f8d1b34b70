import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startService } from '../support/service'

const { database } = await startService()
const { db } = database

const write = (contact_id: string) =>
  sql`
    insert into donateurs (
      contact_id, firstname, lastname, city, zip, email, phone, birthdate, civility, is_company)
    values (${contact_id}, 'Zoé', 'Ünal', 'Lyon', '69001', 'zoe@asso.fr', '0601020304', '1980-02-29', 'Mme', false)
    on conflict (contact_id) do update set phone = excluded.phone, city = excluded.city`.execute(db)

/** A whole card, whatever columns there are. */
const writeWhole = (contact_id: string) =>
  sql`
    insert into donateurs
    select carte.*
    from jsonb_populate_record(null::donateurs, (
      select jsonb_object_agg(attname, true)
      from pg_attribute
      where attrelid = 'donateurs'::regclass and attnum > 0 and not attisdropped
    ) || jsonb_build_object('contact_id', ${contact_id}::text)) as carte`.execute(db)

const readCards = () => db.selectFrom('donateurs').selectAll().orderBy('contact_id').execute()

const isEmpty = ({ contact_id: _key, ...carte }: Awaited<ReturnType<typeof readCards>>[number]) =>
  Object.values(carte).every((value) => value === null)

// On several servers an import empties cards at its end, no trigger does.
test('la fiche d’un donateur anonymisé reste vide, quoi qu’on y écrive ensuite', async () => {
  await writeWhole('Autre')
  await sql`insert into donateurs_anonymises (contact_id) values ('Anonyme')`.execute(db)
  await writeWhole('Anonyme')
  await write('Anonyme')
  await write('Autre')

  const cards = await readCards()
  expect(cards.map((carte) => [carte.contact_id, isEmpty(carte)])).toEqual([
    ['Anonyme', true],
    ['Autre', false],
  ])
  expect(Object.values(cards[1] ?? {})).not.toContain(null)
})

test('toute une fiche est vidée, et elle seule', async () => {
  await db.deleteFrom('donateurs').execute()
  await writeWhole('A vider')
  await writeWhole('Autre')
  await sql`select vider_fiches('donateurs', array['A vider'])`.execute(db)
  const cards = await readCards()
  expect(cards.map((carte) => [carte.contact_id, isEmpty(carte)])).toEqual([
    ['A vider', true],
    ['Autre', false],
  ])
  expect(Object.values(cards[1] ?? {})).not.toContain(null)
})

test('le contrôle voit ce qui reste d’une fiche vidée, quelle qu’en soit la colonne', async () => {
  const [{ contact_id: _key, ...rest } = { contact_id: '' }] = await readCards()
  const columns = Object.keys(rest)
  expect(columns).toContain('is_company')
  await sql`
    insert into donateurs
    select carte.*
    from unnest(${[...columns, 'rien']}::text[]) as name
    cross join jsonb_populate_record(
      null::donateurs, jsonb_build_object(name, true, 'contact_id', name)
    ) as carte`.execute(db)
  await sql`insert into donateurs_anonymises select unnest(${[...columns, 'rien']}::text[])`.execute(
    db,
  )
  const { rows } = await sql<{ partie: string }>`
    select partie from mesures_base where mesure = 'base.fiches_vides' order by 1`.execute(db)
  expect(rows.map(({ partie }) => partie)).toEqual(['rien'])
})
