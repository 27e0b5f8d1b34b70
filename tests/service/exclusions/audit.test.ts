import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { writeCheckpoint } from '../../../service/exclusions/checkpoints'
import { record } from '../../../service/exclusions/record'
import { runAudit } from '../../support/audit'
import { don, insertDons } from '../../support/dons'
import { exclude, reinstate } from '../../support/exclusion'
import { startService } from '../../support/service'
import { tamper } from '../../support/tamper'

const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'dons-audit-'))
afterAll(() => rm(DATA_DIR, { recursive: true }))
const { app, database } = await startService({ DATA_DIR })
const { db, url } = database
const exported = path.join(DATA_DIR, 'historique.csv')
const checkpoints = path.join(DATA_DIR, 'checkpoints', 'exclusions.jsonl')

const audit = (...args: string[]) => runAudit({ DATABASE_URL: url, DATA_DIR }, ...args)

/** Twelve events, the first ten seen by checkpoints; texts that an export could garble are among them. */
beforeEach(async () => {
  await tamper(db, sql`truncate evenements_exclusion`)
  await sql`truncate donateurs_exclus, donations`.execute(db)
  await rm(path.dirname(checkpoints), { recursive: true, force: true })
  await insertDons(db, [
    don({ contact_id: 'C1', order_amount: 1234.5 }),
    don({ contact_id: '=1+1' }),
  ])
  for (const contact of ['C1', 'C2', 'C3', 'C4']) await exclude(db, contact)
  await record(db, {
    type: 'EXCLUSION',
    evenement_id: '7b6f8a52-4a39-4f0e-9a51-0f6f4f0b7a10',
    contact_id: '=1+1',
    raison: `-- "faux" ;\nàè😀, '=1;+2\n"@x`,
    exclu_par: `'=x`,
    identite: '@zoe',
  })
  await writeCheckpoint(db, DATA_DIR, new Date('2026-03-10T10:00:00Z'))
  for (const contact of ['C1', 'C2', 'C3', 'C4']) await reinstate(db, contact)
  await exclude(db, 'C1')
  await writeCheckpoint(db, DATA_DIR, new Date('2026-03-11T10:00:00Z'))
  await exclude(db, 'C2')
  await exclude(db, 'C3')
})

const rehash = (from: number): RawBuilder<unknown> => sql`
  do $$
  declare
    precedente text := coalesce(
      (select empreinte from evenements_exclusion where numero = ${sql.lit(from - 1)}), repeat('0', 64));
    evenement evenements_exclusion;
  begin
    for evenement in select * from evenements_exclusion where numero >= ${sql.lit(from)} order by numero loop
      evenement.empreinte_precedente := precedente;
      evenement.empreinte := empreinte_evenement(evenement);
      update evenements_exclusion
        set empreinte_precedente = evenement.empreinte_precedente, empreinte = evenement.empreinte
        where numero = evenement.numero;
      precedente := evenement.empreinte;
    end loop;
  end $$`

const renumber = (from: number, by: number): RawBuilder<unknown>[] => [
  sql`update evenements_exclusion set numero = numero + 1000 where numero >= ${from}`,
  sql`update evenements_exclusion set numero = numero - 1000 + ${by} where numero >= 1000`,
]

const insertForged = (numero: number) => sql`
  insert into evenements_exclusion
  select ${numero}, gen_random_uuid(), 'Forgé', 'EXCLUSION', raison, exclu_par, identite, survenu_le,
    donations_concernees, montant_concerne, empreinte, repeat('a', 64)
  from evenements_exclusion where numero = ${numero - 1}`

describe('Un journal intact', () => {
  test('se vérifie dans la base, avec ses points de contrôle', async () => {
    const { code, report } = await audit()
    expect(report).toMatch(/Événements +: 12\u00A0événements/)
    expect(report).toMatch(/Chaîne +: intacte/)
    expect(report).toMatch(/Points de contrôle : 2\u00A0points, tous retrouvés/)
    expect(report).toMatch(/État courant +: conforme au journal/)
    expect(report).toMatch(/Protections +: en place/)
    expect(report).toMatch(/Résultat +: journal intact/)
    expect(code).toBe(0)
  })

  test('se vérifie dans un fichier exporté, textes difficiles compris', async () => {
    await writeFile(exported, (await app.inject('/api/exclusions/historique.csv')).rawPayload)
    const { code, report } = await audit(exported)
    expect(report).toMatch(/Événements +: 12\u00A0événements/)
    expect(report).toMatch(/Points de contrôle : 2\u00A0points, tous retrouvés/)
    expect(code, report).toBe(0)
  })

  test('reçoit un point de contrôle à la demande', async () => {
    expect((await audit('--point-de-controle')).code).toBe(0)
    const lines = (await readFile(checkpoints, 'utf8')).trim().split('\n')
    expect(JSON.parse(lines[2] ?? '')).toMatchObject({ evenements: 12 })
    expect((await audit()).report).toMatch(/3\u00A0points, tous retrouvés/)
  })

  test('reste intact quand une panne a coupé la dernière ligne des points de contrôle', async () => {
    await writeFile(checkpoints, '{"evenements":12,"em', { flag: 'a' })
    const { code, report } = await audit()
    expect(report).toMatch(/2\u00A0points, tous retrouvés ; 1\u00A0ligne illisible/)
    expect(code).toBe(0)
  })
})

/** What a superuser who switches the triggers off can do, and what the audit must say of it. */
const TAMPERINGS: { what: string; damages: RawBuilder<unknown>[]; says: RegExp }[] = [
  ...['contact_id', 'raison', 'exclu_par', 'identite'].map((column) => ({
    what: `modifier un événement (${column})`,
    damages: [sql`update evenements_exclusion set ${sql.ref(column)} = 'autre' where numero = 7`],
    says: /n° 7\n.*son contenu ne correspond plus à son empreinte/,
  })),
  ...[
    sql`survenu_le = survenu_le + interval '1 microsecond'`,
    sql`donations_concernees = donations_concernees + 1`,
    sql`montant_concerne = montant_concerne + 0.01`,
    sql`evenement_id = gen_random_uuid()`,
    sql`type = case type when 'EXCLUSION' then 'REINTEGRATION' else 'EXCLUSION' end`,
    sql`empreinte_precedente = repeat('b', 64)`,
  ].map((change, at) => ({
    what: `modifier un événement (autre champ ${at + 1})`,
    damages: [sql`update evenements_exclusion set ${change} where numero = 7`],
    says: /n° 7\n.*son contenu ne correspond plus à son empreinte/,
  })),
  {
    what: 'modifier un événement et récrire son empreinte',
    damages: [
      sql`update evenements_exclusion set raison = 'autre' where numero = 7`,
      sql`update evenements_exclusion e set empreinte = empreinte_evenement(e) where numero = 7`,
    ],
    says: /n° 8\n.*il ne suit pas l’événement qui le précède/,
  },
  {
    what: 'supprimer au milieu',
    damages: [sql`delete from evenements_exclusion where numero = 7`],
    says: /n° 7\n.*l’événement n° 7 manque/,
  },
  {
    what: 'supprimer au milieu et renuméroter la suite',
    damages: [sql`delete from evenements_exclusion where numero = 7`, ...renumber(8, -1)],
    says: /n° 7\n.*son contenu ne correspond plus à son empreinte/,
  },
  {
    what: 'supprimer le premier',
    damages: [sql`delete from evenements_exclusion where numero = 1`],
    says: /n° 1\n.*l’événement n° 1 manque/,
  },
  {
    what: 'couper la fin',
    damages: [sql`delete from evenements_exclusion where numero >= 9`],
    says: /n° 9\n.*le point de contrôle du 2026-03-11T10:00:00.000Z a vu 10 événements, la fin du journal a été coupée/,
  },
  {
    what: 'tout supprimer',
    damages: [sql`truncate evenements_exclusion`],
    says: /n° 1\n.*la fin du journal a été coupée/,
  },
  {
    what: 'intervertir deux événements',
    damages: [
      sql`update evenements_exclusion set numero = 1000 where numero = 6`,
      sql`update evenements_exclusion set numero = 6 where numero = 7`,
      sql`update evenements_exclusion set numero = 7 where numero = 1000`,
    ],
    says: /n° 6\n.*son contenu ne correspond plus à son empreinte/,
  },
  {
    what: 'insérer au milieu',
    damages: [...renumber(7, 1), insertForged(7)],
    says: /n° 7\n.*son contenu ne correspond plus à son empreinte/,
  },
  {
    what: 'insérer au milieu et refaire toutes les empreintes qui suivent',
    damages: [...renumber(7, 1), insertForged(7), rehash(7)],
    says: /n° 10\n.*il n’est pas celui que le point de contrôle du 2026-03-11T10:00:00.000Z a vu/,
  },
  {
    what: 'insérer à la fin sans passer par la fonction',
    damages: [insertForged(13), rehash(13)],
    says: /État courant +: DIFFÉRENT du journal pour 1\u00A0donateur\n.*Forgé/,
  },
  {
    what: 'récrire tout le journal, empreintes comprises',
    damages: [
      sql`update evenements_exclusion set raison = 'innocent', survenu_le = survenu_le - interval '1 day'`,
      rehash(1),
    ],
    says: /n° 5\n.*il n’est pas celui que le point de contrôle du 2026-03-10T10:00:00.000Z a vu/,
  },
]

describe('Un journal altéré par un superutilisateur est démasqué', () => {
  test.each(TAMPERINGS)('$what', async ({ damages, says }) => {
    for (const damage of damages) await tamper(db, damage)
    const { code, report } = await audit()
    expect(report).toMatch(says)
    expect(report).toMatch(/Résultat +: JOURNAL ALTÉRÉ/)
    expect(code).toBe(1)
  })

  test('changer l’état courant sans événement', async () => {
    await sql`delete from donateurs_exclus where contact_id = 'C1'`.execute(db)
    await sql`insert into donateurs_exclus values ('C9', 99)`.execute(db)
    const { code, report } = await audit()
    expect(report).toMatch(/DIFFÉRENT du journal pour 2\u00A0donateurs/)
    expect(report).toMatch(/C1 : exclu selon le journal/)
    expect(report).toMatch(/C9 : noté exclu/)
    expect(code).toBe(1)

    const rebuilt = await audit('--reconstruire')
    expect(rebuilt.report).toMatch(/corrections : 2\./)
    expect(rebuilt.code).toBe(0)
  })

  test('laisser un déclencheur de protection débranché', async () => {
    await sql`alter table evenements_exclusion disable trigger evenements_exclusion_lignes_immuables`.execute(
      db,
    )
    const { code, report } = await audit()
    expect(report).toMatch(/Protections +: ABSENTES \(update, delete n’est plus refusé/)
    expect(code).toBe(1)
    await sql`alter table evenements_exclusion enable always trigger evenements_exclusion_lignes_immuables`.execute(
      db,
    )
  })
})

describe('Ce qui ne peut pas se vérifier', () => {
  test('un fichier qui n’est pas un historique', async () => {
    await writeFile(exported, 'id;nom\r\n1;x\r\n')
    const { code, report } = await audit(exported)
    expect(report).toMatch(
      /n’est pas un historique des exclusions : il n’a pas de colonne « Numéro »/,
    )
    expect(code).toBe(2)
  })

  test('un fichier modifié se voit', async () => {
    const { body } = await app.inject('/api/exclusions/historique.csv')
    await writeFile(exported, body.replace('1234,50', '9234,50'))
    const { code, report } = await audit(exported)
    expect(report).toMatch(/n° 1\n.*son contenu ne correspond plus/)
    expect(code).toBe(1)
  })
})
