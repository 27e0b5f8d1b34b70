import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createRandom } from '../../../service/programs/demo/random'
import { don, insertDons } from '../../support/dons'
import { PATIENCE, tirages } from '../../support/hasard'
import { importFile } from '../../support/imports'
import { startService } from '../../support/service'

const { app, database } = await startService()
const { db } = database

const CHAMPS = ['firstname', 'lastname', 'city', 'zip', 'email', 'phone'] as const
type Carte = { contact_id: string } & Record<(typeof CHAMPS)[number], string | null>

const read = async <Row>(question: string) =>
  (await sql<Row>`${sql.raw(question)}`.execute(db)).rows

const cardsOf = (table: string) =>
  read<Carte>(`select contact_id, ${CHAMPS.join(', ')} from ${table} order by contact_id`)

/** The card of each number, reckoned without the view: of a group what was said last, field by field. */
async function reckoned(): Promise<Carte[]> {
  const cards = await cardsOf('donateurs')
  const groups = new Map(
    (
      await read<{ contact_id: string; contact_principal: string }>(
        'select contact_id, contact_principal from groupes_contacts',
      )
    ).map((row) => [row.contact_id, row.contact_principal]),
  )
  const said = new Map(
    (
      await read<{ contact_id: string } & Record<string, string | null>>(
        `select contact_id, ${CHAMPS.map((champ) => `to_char(${champ}, 'YYYY-MM-DD') as ${champ}`).join(', ')} from fiches_dites`,
      )
    ).map((row) => [row.contact_id, row]),
  )
  const given = new Map(
    (
      await read<{ contact_id: string; jour: string }>(
        `select contact_id, to_char(max(order_date), 'YYYY-MM-DD') as jour from donations where order_amount > 0 group by 1`,
      )
    ).map((row) => [row.contact_id, row.jour]),
  )
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(new Date())
  return cards.map((own) => {
    const members = cards.filter(
      ({ contact_id }) =>
        contact_id === own.contact_id || groups.get(contact_id) === own.contact_id,
    )
    const latest = (champ: (typeof CHAMPS)[number]) =>
      members
        .filter((card) => (card[champ] ?? '').trim() !== '')
        .map((card) => ({
          value: card[champ],
          rank: [
            said.get(card.contact_id)?.[champ] ?? today,
            given.get(card.contact_id) ?? '0000-00-00',
            card.contact_id === own.contact_id ? '1' : '0',
            // The smaller number, of numbers of one length.
            String(1000 - Number(card.contact_id.slice(1))),
          ].join(' '),
        }))
        .toSorted((a, b) => (a.rank < b.rank ? 1 : -1))[0]?.value ?? own[champ]
    return {
      contact_id: own.contact_id,
      ...(Object.fromEntries(CHAMPS.map((champ) => [champ, latest(champ)])) as Record<
        (typeof CHAMPS)[number],
        string | null
      >),
    }
  })
}

const graine = Number(process.env['GRAINE'] ?? Date.now() % 100_000)

test(
  `[C] quelles que soient fusions, séparations, cartes et dons, une personne a ce qui a été dit le dernier, et une séparation rend tout (graine ${graine})`,
  async () => {
    const random = createRandom(graine)
    const contacts = Array.from({ length: 24 }, (_, at) => `P${100 + at}`)
    const some = () => random.pick(contacts as [string, ...string[]])
    const cell = (champ: string) => (random.chance(0.35) ? '' : `${champ}${random.between(1, 99)}`)
    const importer = (ids: readonly string[]) =>
      importFile(
        app,
        'donateurs',
        [
          ['contact_id', ...CHAMPS].join(';'),
          ...ids.map((id) => [id, ...CHAMPS.map(cell)].join(';')),
        ].join('\n'),
      )
    /** As a tool's file says some cells of a card on a day. */
    const tell = async (contact: string) => {
      const days = CHAMPS.map(() =>
        random.chance(0.3) ? null : `20${random.between(10, 39)}-0${random.between(1, 9)}-15`,
      )
      await sql`delete from fiches_dites where contact_id = ${contact}`.execute(db)
      await sql`
        insert into fiches_dites (contact_id, ${sql.join(CHAMPS.map((champ) => sql.ref(champ)))})
        values (${contact}, ${sql.join(days.map((day) => sql`${day}::date`))})`.execute(db)
    }
    const post = async (url: string, payload: object) =>
      expect((await app.inject({ method: 'POST', url, payload })).statusCode).toBeLessThan(500)
    await importer(contacts)
    for (let round = 0; round < tirages(120); round += 1) {
      const step = random.between(0, 9)
      if (step < 4)
        await post('/api/donateurs/fusionner', {
          groupes: [{ principal: some(), contacts: [some()] }],
          raison: 'oui',
        })
      else if (step < 6) await post('/api/donateurs/separer', { contact_id: some(), raison: 'non' })
      else if (step < 7) await importer([...new Set([some(), some(), some()])])
      else if (step < 9) await tell(some())
      else
        await insertDons(db, [
          don({ contact_id: some(), order_date: `20${random.between(10, 25)}-03-01` }),
        ])
      expect(await cardsOf('fiches')).toEqual(await reckoned())
    }
    const groups = await read<{ contact_id: string }>('select contact_id from groupes_contacts')
    for (const { contact_id } of groups)
      await post('/api/donateurs/separer', { contact_id, raison: 'fin' })
    expect(await read('select * from groupes_contacts')).toEqual([])
    expect(await cardsOf('fiches')).toEqual(await cardsOf('donateurs'))
  },
  PATIENCE,
)
