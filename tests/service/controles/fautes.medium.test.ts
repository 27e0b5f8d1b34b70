import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Controles } from '#contract/controles'
import { anonymiseDonateur } from '../../../service/donateurs/rgpd/donateur'
import type { Db } from '../../../service/platform/database/connect'
import { readFraicheur } from '../../../service/publication/rafraichissement/fraicheur'
import { importDemo } from '../../support/demo'
import { exclude } from '../../support/exclusion'
import { importFile, waitForImport } from '../../support/imports'
import { severalServers, startService } from '../../support/service'

const { app, database } = await startService()
const { db } = database

class Undone extends Error {}

/** The controls that differ where something is spoilt, which is then undone. */
async function codesAfter(spoilIt: (tx: Db) => Promise<unknown>): Promise<string[]> {
  let codes: string[] = []
  await db
    .transaction()
    .execute(async (tx) => {
      await spoilIt(tx)
      codes = await readCodes(tx)
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return codes
}

async function readCodes(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from controles where parties_en_ecart > 0`.execute(tx)
  return rows.map(({ code }) => code)
}

interface Spoilt {
  vue: string
  nombre: string
  fault: 'plus un' | 'effacée'
  /** Which rows the view keeps of those that are computed. */
  kept?: string | undefined
}

/**
 * Publishes a view with a fault: in one row the number is one more, or the row is not there. Nobody can write a
 * materialized view, so what it is computed by is spoilt.
 */
async function spoil(tx: Db, { vue, nombre, fault, kept = 'true' }: Spoilt): Promise<void> {
  const { rows } = await sql<{ definition: string; colonnes: string }>`
    select
      rtrim(pg_get_viewdef(oid), ';') as definition,
      (
        select string_agg(
          case attname
            when ${nombre}::text
            then format('(%1$I + (rang = 1)::integer)::%2$s as %1$I', attname, format_type(atttypid, atttypmod))
            else quote_ident(attname)
          end,
          ', ' order by attnum
        )
        from pg_attribute
        where attrelid = pg_class.oid and attnum > 0
      ) as colonnes
    from pg_class
    where oid = to_regclass(${`${vue}_calcul`})`.execute(tx)
  const { definition = '', colonnes = '' } = rows[0] ?? {}
  const published = `ensemble = 'publies' and ${nombre || 1} > 0 and ${kept}`
  await sql
    .raw(`create or replace view ${vue}_calcul as
      select ${colonnes}
      from (select *, row_number() over (order by (${published}) is true desc) as rang from (${definition}) as saine) as rangs
      ${fault === 'effacée' ? 'where rang > 1' : ''}`)
    .execute(tx)
  await sql`call actualiser_chiffre(${vue}, true)`.execute(tx)
}

/** Some row of a table that has what the fault needs, by its key or its place. */
const one = (table: string, where = 'true', key = 'ctid') =>
  `${key} = (select ${key} from ${table} where ${where} order by 1 limit 1)`

/** An import that was undone. */
async function undoOne(): Promise<void> {
  const { upload_id } = await importFile(
    app,
    'donations',
    'id;montant;date;contact\nannule;5;2023-03-01;Z1\n',
  )
  const answer = await app.inject({ method: 'POST', url: `/api/upload/annulation/${upload_id}` })
  await waitForImport(app, answer.json<{ upload_id: string }>().upload_id)
}

/** A card that was emptied on request. */
async function emptyCard(): Promise<void> {
  const { rows } = await sql<{ contact_id: string }>`
    select contact_id from donateurs order by 1 desc limit 1`.execute(db)
  const client = await database.pool.connect()
  await anonymiseDonateur(client, rows[0]?.contact_id ?? '')
  client.release()
}

beforeAll(async () => {
  await importDemo(await app.listen({ port: 0, host: '127.0.0.1' }), 150)
  const { rows } = await sql<{ contact_id: string }>`
    select contact_id from donations group by 1 having count(*) filter (where order_amount > 0) > 3
    order by 1 limit 4`.execute(db)
  const [principal = '', contact = '', ...fakes] = rows.map(({ contact_id }) => contact_id)
  for (const fake of fakes) await exclude(db, fake)
  if (!severalServers()) {
    const merged = await app.inject({
      method: 'POST',
      url: '/api/donateurs/fusionner',
      payload: { groupes: [{ principal, contacts: [contact] }], raison: 'La même adresse' },
    })
    expect(merged.statusCode, merged.body).toBe(200)
  }
  await undoOne()
  await emptyCard()
  await vi.waitFor(
    async () =>
      expect(await readFraicheur(db)).toMatchObject({
        exclusions_plus_recentes: 0,
        imports_plus_recents: 0,
        refresh_id: null,
      }),
    { timeout: 60_000 },
  )
})

test('rien n’est en écart dans une base saine, et la page le dit', async () => {
  const verify = () => app.inject({ method: 'POST', url: '/api/controles/verifier' })
  // At night a whole refresh may be on its way.
  await expect.poll(async () => (await verify()).statusCode, { timeout: 60_000 }).toBe(200)
  const answer = await verify()
  expect(answer.statusCode, answer.body).toBe(200)
  const { lignes, concordants, total } = answer.json<Controles>()
  expect(lignes.filter(({ concordant }) => concordant === false)).toEqual([])
  expect(concordants).toBe(total)
  expect(new Set(lignes.map(({ groupe }) => groupe))).toEqual(new Set(['A', 'B', 'C', 'D', 'F']))
  const zeros = lignes.filter(({ groupe, gauche }) => groupe !== 'F' && gauche === 0)
  // Where several servers hold the gifts nobody is merged.
  expect(zeros.map(({ code }) => code)).toEqual(severalServers() ? ['D10'] : [])
})

const GIFT = one('donations', "order_amount > 0 and order_date < '2024-01-01'", 'id')
const CARD = one('donateurs', 'true', 'contact_id')
const PUBLISHED = 'generation = (select generation from faits_publies)'
const FACT = `${PUBLISHED} and annee = 2022
  and ${one('faits_donateurs', `${PUBLISHED} and annee = 2022 and not exclu and nombre > 1`, 'contact_id')}`

const LATEST = one('publications_lignes', "vue = 'dons_par_mois' and jusqua is null")

/** As the owner of what was published, which refuses every change. */
const unguarded = (table: string, statement: string) =>
  `alter table ${table} disable trigger user; ${statement}`

/** What a gift beside its donor may have wrong. */
const CROSSED: [string, string, string][] = [
  ['le mois', 'mois = mois % 12 + 1', 'C44'],
  ['l’exclusion', 'exclu = true', 'C44'],
  ['le montant', 'cents = cents + 1', 'C45'],
  ['le donateur', "contact_id = 'Z9'", 'C46'],
  ['le département', "departement = '2B'", 'C47'],
  ['l’année du dernier don', 'derniere_annee = derniere_annee + 1', 'C47'],
  ['le code média', "media = 'AUTRE'", 'C48'],
  ['la tranche', 'tranche = tranche + 1', 'C49'],
  ['le jour', 'quantieme = quantieme % 28 + 1', 'C50'],
  ['l’année d’avant', 'recul = (recul + 1) % 4', 'C47'],
]

const crossed = (what: string, change: string, code: string): [string, string, string] => [
  `${what} d’un don des croisements`,
  `update dons_croises set ${change} where ${one('dons_croises', "not exclu and departement <> '2B'")}`,
  code,
]

/** What somebody with a SQL client can do to what is stored: the fault, how, and a control that must tell. */
const STORED: [string, string, string][] = [
  ['un don effacé', `delete from donations where ${GIFT}`, 'B1'],
  [
    'un don doublé sous un autre numéro',
    `insert into donations (id, order_amount, order_date, contact_id)
     select id || '-bis', order_amount, order_date, contact_id from donations where ${GIFT}`,
    'A3',
  ],
  [
    'un centime changé',
    `update donations set order_amount = order_amount + 0.01 where ${GIFT}`,
    'B2',
  ],
  ['un don mis à zéro', `update donations set order_amount = 0 where ${GIFT}`, 'B1'],
  [
    'un don déplacé d’un an',
    `update donations set order_date = order_date + 366 where ${GIFT}`,
    'B1',
  ],
  [
    'un don déplacé dans un autre mois de son année',
    `update donations set order_date = case when date_part('month', order_date) = 1 then order_date + 60
       else make_date(date_part('year', order_date)::integer, 1, 1) end where ${GIFT}`,
    'B3',
  ],
  ['un don donné à un autre contact', `update donations set contact_id = 'Z9' where ${GIFT}`, 'B7'],
  [
    'deux dons d’un an dont les montants changent, leur somme non',
    `with deux as (
       select id, row_number() over (order by id) as rang from donations
       where order_amount > 5 and order_date between '2020-03-01' and '2020-03-31'
         and contact_id not in (select contact_id from donateurs_exclus) limit 2
     ) update donations set order_amount = order_amount + case rang when 1 then 1 else -1 end
     from deux where deux.id = donations.id`,
    'B8',
  ],
  ['une fiche effacée', `delete from donateurs where ${CARD}`, 'A4'],
  ['une fiche ajoutée', "insert into donateurs (contact_id) values ('Z9')", 'A4'],
  [
    'un exclu retiré de la liste',
    `delete from donateurs_exclus where ${one('donateurs_exclus')}`,
    'D1',
  ],
  [
    'un exclu ajouté à la liste',
    'insert into donateurs_exclus (contact_id, numero) select min(contact_id), 99 from donations where contact_id not in (select contact_id from donateurs_exclus)',
    'D1',
  ],
  [
    'un exclu échangé contre un autre',
    "update donateurs_exclus set contact_id = 'Z9' where " + one('donateurs_exclus'),
    'D1',
  ],
  ...['total_rows', 'inseres', 'modifies', 'inchanges', 'doublons', 'rejetes'].map(
    (champ): [string, string, string] => [
      `${champ} d’un import`,
      `update imports set resultat = jsonb_set(resultat, '{${champ}}', to_jsonb((resultat ->> '${champ}')::bigint + 1))
       where ${one('imports')}`,
      'A1',
    ],
  ),
  ...['montant_fichier', 'montant_ecrit', 'montant_doublons'].map(
    (champ): [string, string, string] => [
      `${champ} d’un import`,
      `update imports set resultat = jsonb_set(resultat, '{${champ}}', to_jsonb((resultat ->> '${champ}')::numeric + 0.01))
       where fichier_id = (select fichier_id from fichiers where type = 'donations' limit 1)`,
      'A2',
    ],
  ),
  [
    'un import oublié',
    "delete from imports_rejets; delete from imports where fichier_id in (select fichier_id from fichiers where type = 'donations')",
    'A3',
  ],
  [
    'les dons d’une ligne publiée',
    `update faits_donateurs set nombre = nombre + 1 where ${FACT}`,
    'B5',
  ],
  [
    'le montant d’une ligne publiée',
    `update faits_donateurs set montant = montant + 0.01 where ${FACT}`,
    'B6',
  ],
  [
    'une série effacée',
    `delete from series_dons where ${one('series_dons', 'connue_le is not null and not exclu')}`,
    'C41',
  ],
  ['une ligne publiée effacée', `delete from faits_donateurs where ${FACT}`, 'C03'],
  // Several servers keep no gifts beside their donors: they put them there when they are asked.
  ...(severalServers() ? [] : CROSSED.map(([what, change, code]) => crossed(what, change, code))),
  // Several servers refuse to change what says where a row lies.
  ...(severalServers()
    ? []
    : ([
        [
          'une ligne publiée donnée à un autre',
          `update faits_donateurs set contact_id = 'Z9' where ${FACT}`,
          'B7',
        ],
      ] satisfies [string, string, string][])),
  [
    'un exclu publié comme les autres',
    `update faits_donateurs set exclu = true where ${FACT}`,
    'C03',
  ],
  ...[
    ['dons', 'D4'],
    ['montant', 'D5'],
    ['donateurs', 'D6'],
  ].map(([champ, code = '']): [string, string, string] => [
    `${champ} d’une cause`,
    unguarded(
      'publications_effets',
      `update publications_effets set ${champ} = ${champ} + 1 where ${one('publications_effets')}`,
    ),
    code,
  ]),
  [
    'une cause effacée',
    unguarded(
      'publications_effets',
      `delete from publications_effets where ${one('publications_effets')}`,
    ),
    'D4',
  ],
  [
    'les dons d’une ligne gardée',
    unguarded(
      'publications_lignes',
      `update publications_lignes set ligne = jsonb_set(ligne::jsonb, '{nombre}', '0') where ${LATEST}`,
    ),
    'D7',
  ],
  [
    'le montant d’une ligne gardée',
    unguarded(
      'publications_lignes',
      `update publications_lignes set ligne = jsonb_set(ligne::jsonb, '{montant}', '0.01') where ${LATEST}`,
    ),
    'D8',
  ],
  [
    'une annulation récrite',
    unguarded(
      'sommes_dons',
      'update sommes_dons set centimes = centimes + 100 where ecriture = (select max(numero) from ecritures_dons)',
    ),
    'A10',
  ],
  [
    'une fiche vidée qui revient',
    `${severalServers() ? '' : 'alter table donateurs disable trigger user;'}
     update donateurs set lastname = 'Durand' where contact_id = (select contact_id from donateurs_anonymises)`,
    'D11',
  ],
  [
    'une ligne gardée effacée',
    unguarded('publications_lignes', `delete from publications_lignes where ${LATEST}`),
    'D7',
  ],
]

/** Each number of each published view, and each of its rows. */
const NUMBERS: [string, string, string, string?][] = [
  ['carrieres', 'nombre', 'C29'],
  ['cohortes', 'donateurs', 'C19'],
  ['cohortes', 'montant', 'C21'],
  ['comptes_a_date', 'nouveaux', 'C36'],
  ['comptes_a_date', 'anciens', 'C36'],
  ['deuxiemes_dons', 'nouveaux', 'C28'],
  ['deuxiemes_dons', 'avec_24', 'C37'],
  ['donateurs_groupes', 'montant', 'C38'],
  ['donateurs_par_jour', 'nombre', 'C06'],
  ['donateurs_par_mois', 'nombre', 'C03'],
  ['dons_montants', 'nombre', 'C49'],
  ['dons_par_jour', 'nombre', 'C01'],
  ['dons_par_jour', 'montant', 'C02'],
  ['dons_par_mois', 'nombre', 'B3'],
  ['dons_par_mois', 'montant', 'B4'],
  ['fidelite_par_jour', 'nouveaux', 'C26'],
  ['fidelite_par_jour', 'fideles_conserves', 'C25'],
  ['fidelite_par_jour', 'montant_nouveaux', 'C27'],
  ['grille', 'donateurs', 'C33'],
  ['montants_dernier_don', 'nombre', 'C14'],
  ['montants_total_annuel', 'nombre', 'C13'],
  ['mouvements', 'donateurs', 'C22'],
  ['mouvements', 'montant', 'C23'],
  ['nouveaux_anciens_origines', 'nouveaux', 'C11'],
  ['nouveaux_anciens_origines', 'anciens', 'C11'],
  ['nouveaux_anciens_profils', 'nouveaux', 'C09'],
  ['nouveaux_anciens_profils', 'anciens', 'C08'],
  ['nouveaux_anciens_profils', 'montant', 'C10'],
  ['reguliers_dons', 'dons', 'C41'],
  ['reguliers_dons', 'montant', 'C42'],
  ['recrues_mois', 'montant', 'C43'],
  ['reguliers_durees', 'series', 'C40'],
  ['reguliers_fins', 'reguliers', 'C39', 'sure and arret > (select jour from horizon_publie)'],
  ['reguliers_fins', 'series', 'C40', 'sure'],
  ['reguliers_jours', 'demarres', 'C39'],
  ['segments_annuels', 'nombre', 'C15'],
]

/** Each number of what is kept up to date beside the views, and each of its rows. */
const KEPT = [
  ['ventilation_contacts', 'nouveaux', 'C32'],
  ['ventilation_dons', 'nombre', 'C34'],
  ['ventilation_dons', 'montant', 'C35'],
  ['ventilation_mois_dons', 'nombre', 'C30'],
  ['ventilation_mois_dons', 'montant', 'C31'],
] as const

describe('un écart est vu, et nommé', () => {
  test.each(STORED)('dans ce qui est enregistré : %s', async (_fault, statement, code) => {
    const codes = await codesAfter((tx) => sql.raw(statement).execute(tx))
    expect(codes).toContain(code)
  })

  test.each(NUMBERS)('dans une vue publiée : %s, %s', async (vue, nombre, code, kept) => {
    for (const fault of ['plus un', 'effacée'] as const)
      expect(await codesAfter((tx) => spoil(tx, { vue, nombre, fault, kept })), fault).toContain(
        code,
      )
  })

  test.each(KEPT)('dans ce qui est gardé : %s, %s', async (table, nombre, code) => {
    const row = one(table, `${nombre} > 0`)
    for (const fault of [
      `update ${table} set ${nombre} = ${nombre} + 1 where ${row}`,
      `delete from ${table} where ${row}`,
    ])
      expect(await codesAfter((tx) => sql.raw(fault).execute(tx)), fault).toContain(code)
  })

  test('dans une vue publiée : un délai de deuxième don qui manque', async () => {
    const spoilt = { vue: 'deuxiemes_dons_delais', nombre: '', fault: 'effacée' } as const
    expect(await codesAfter((tx) => spoil(tx, spoilt))).toContain('C37')
  })
})
