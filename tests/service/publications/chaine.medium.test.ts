import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { checkpointsIn } from '../../../service/exclusions/audit/checkpoints.mjs'
import { createPublicationsVerifier } from '../../../service/exclusions/chaine'
import { alike, auditInThread, auditWithin, dbWithin, faultIn, within } from '../../support/audit'
import { verifier } from '../../support/controles'
import { MODELE } from '../../support/postgres'
import { copyOf, publishFour, serving } from '../../support/publiee'
import { createEmptyDatabase, type EmptyDatabase } from '../../support/versions'

const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'dons-chaine-'))
const base = await createEmptyDatabase(MODELE)
await publishFour(base, DATA_DIR)
afterAll(async () => {
  await base.drop()
  await rm(DATA_DIR, { recursive: true, force: true })
})

const audit = (url: string, ...args: string[]) =>
  auditInThread({ DATABASE_URL: url, DATA_DIR }, ...args)

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** With the triggers of all four tables out of the way, and back after: what an owner can do. */
const unguarded = (...statements: string[]): string[] => {
  const tables = [
    'publications',
    'publications_lignes',
    'publications_causes',
    'publications_effets',
  ]
  return [
    'begin',
    ...tables.map((table) => `alter table ${table} disable trigger user`),
    ...statements,
    'set constraints all immediate',
    ...tables.flatMap((table) => [
      `alter table ${table} enable always trigger ${table}_lignes_immuables`,
      `alter table ${table} enable always trigger ${table}_table_immuable`,
    ]),
    'commit',
  ]
}

/** Foreign keys off too: what a superuser can do. */
const withoutKeys = (...statements: string[]): string[] =>
  unguarded(
    "set local session_replication_role = 'replica'",
    ...statements,
    "set local session_replication_role = 'origin'",
  )

/** What `ask` finds in the base as these statements leave it; it stays as it is. */
const after = <Found>(
  url: string,
  statements: string[],
  ask: (client: pg.Client) => Promise<Found>,
): Promise<Found> =>
  within(url, async (client) => {
    for (const statement of statements)
      if (statement !== 'begin' && statement !== 'commit') await client.query(statement)
    return ask(client)
  })

const auditAfter = (url: string, statements: string[]) =>
  after(url, statements, (client) => auditWithin(client, checkpointsIn(DATA_DIR)))

async function on<Result>(work: (copy: EmptyDatabase) => Promise<Result>): Promise<Result> {
  const copy = await copyOf(base)
  try {
    return await work(copy)
  } finally {
    await copy.drop()
  }
}

const REFUSED_TO_SERVICE: { what: string; statement: string; says: RegExp }[] = [
  {
    what: 'déplacer un effet',
    statement: 'update publications_effets set rang = 2 where rang = 1',
  },
  { what: 'retirer un effet', statement: 'delete from publications_effets' },
  {
    what: 'ajouter un effet',
    statement: 'insert into publications_effets values (1, 1, 1999, 1, 1, 1)',
  },
  { what: 'intervertir des causes', statement: 'update publications_causes set rang = rang + 10' },
  { what: 'retirer une cause', statement: 'delete from publications_causes' },
  {
    what: 'ajouter une cause',
    statement: "insert into publications_causes values (1, 9, 'AUTRE', now())",
  },
  {
    what: 'déplacer la date',
    statement: "update publications set publie_le = publie_le - interval '40 days'",
  },
  { what: 'retirer une publication', statement: 'delete from publications where numero = 4' },
  { what: 'ajouter une publication', statement: 'insert into publications values (5, now(), 0)' },
  { what: 'récrire une ligne', statement: "update publications_lignes set ligne = '{}'" },
  { what: 'finir une ligne', statement: 'update publications_lignes set jusqua = 2' },
  { what: 'tout vider', statement: 'truncate publications cascade' },
  { what: 'vider les lignes', statement: 'truncate publications_lignes' },
  {
    what: 'débrancher les déclencheurs',
    statement: 'alter table publications disable trigger user',
  },
  {
    what: 'ôter un déclencheur',
    statement: 'drop trigger publications_lignes_immuables on publications',
  },
  {
    what: 'poser un déclencheur',
    statement:
      'create trigger intrus before insert on publications execute function garder_registre()',
  },
  { what: 'ignorer les déclencheurs', statement: "set session_replication_role = 'replica'" },
  { what: 'refaire la chaîne', statement: 'call enchainer_publications(now())' },
  {
    what: 'remplacer la vue d’un arrêté',
    statement: 'create or replace view publiees.horizon_a_jour as select current_date as jour',
  },
].map((one) => ({ ...one, says: /permission denied|must be owner/ }))

describe('Ce qui fut publié ne se récrit pas avec le rôle du service', () => {
  test.each([
    ...REFUSED_TO_SERVICE,
    {
      what: 'publier sous un numéro déjà pris',
      statement: 'select inscrire_publication(4, 0, null, null, null, null)',
      says: /La publication n° 4 ne suit pas la dernière/,
    },
    {
      what: 'publier en laissant un trou',
      statement: 'select inscrire_publication(9, 0, null, null, null, null)',
      says: /La publication n° 9 ne suit pas la dernière/,
    },
  ])('[B3] $what est refusé', async ({ statement, says }) => {
    await expect(run(base.serviceUrl, statement)).rejects.toThrow(says)
  })
})

const REFUSED_TO_OWNER = [
  "update publications set publie_le = publie_le - interval '40 days'",
  "update publications set trouvee_le = now(), empreinte = repeat('0', 64)",
  'update publications_lignes set jusqua = 3 where jusqua = 2',
  'update publications_lignes set jusqua = null where jusqua is not null',
  "update publications_causes set nature = 'AUTRE', fichier_id = null where nature = 'IMPORT'",
  'update publications_effets set montant = montant + 1',
  'delete from publications_effets',
  'delete from publications_lignes',
  'truncate publications cascade',
]

describe('Le propriétaire qui ne débranche rien n’y change rien non plus', () => {
  test.each(REFUSED_TO_OWNER)('[B3] %s', async (statement) => {
    await expect(run(base.ownerUrl, statement)).rejects.toThrow(
      /Ce qui fut publié ne se modifie pas/,
    )
  })
})

const EDITED = 'ce qui en est gardé ne correspond plus à son empreinte'

/** What an owner, or a superuser, can do all the same, and what the audit says of it. */
const FOUND: { what: string; damages: string[]; numero: number; says: string }[] = [
  ...[
    [
      'changer un effet d’un centime',
      'update publications_effets set montant = montant + 0.01 where publication = 2 and rang = 1',
    ],
    [
      'écrire le même montant autrement',
      'update publications_effets set montant = montant + 0.0000 where publication = 2',
    ],
    ['retirer un effet', 'delete from publications_effets where publication = 2 and rang = 2'],
    ['inventer un effet', 'insert into publications_effets values (2, 1, 1999, 1, 1, 1)'],
    [
      'attribuer une décision à un autre événement',
      'update publications_causes set evenement = 3 where publication = 2 and evenement is not null',
    ],
    [
      'faire d’une exclusion une réintégration',
      "update publications_causes set nature = 'REINTEGRATION' where publication = 2 and evenement is not null",
    ],
    [
      'renommer le fichier d’un import',
      "update publications_causes set nom = 'autre.csv' where publication = 2 and nom is not null",
    ],
    [
      'compter autrement un import',
      'update publications_causes set inseres = inseres + 1 where publication = 2 and nom is not null',
    ],
    [
      'dater autrement une cause',
      "update publications_causes set le = le - interval '1 microsecond' where publication = 2",
    ],
    [
      'confondre deux fichiers',
      'update publications_causes set fichier_id = gen_random_uuid() where publication = 2 and nom is not null',
    ],
    [
      'déplacer de 40 jours',
      "update publications set publie_le = publie_le - interval '40 days' where numero = 2",
    ],
    [
      'prétendre qu’elle fut trouvée là',
      'update publications set trouvee_le = now() where numero = 2',
    ],
    [
      'lui faire connaître un autre événement',
      'update publications set evenement = 9 where numero = 2',
    ],
    [
      'changer une ligne',
      "update publications_lignes set ligne = replace(ligne, '25', '26') where vue = 'dons_par_mois' and depuis = 2",
    ],
    [
      'retirer une ligne',
      "delete from publications_lignes where vue = 'dons_par_mois' and depuis = 2",
    ],
    [
      'ajouter une ligne',
      "insert into publications_lignes values ('dons_par_mois', '{}', 2, null)",
    ],
    [
      'avancer la fin d’une ligne',
      'update publications_lignes set jusqua = 2 where depuis = 1 and jusqua = 3',
    ],
    [
      'rouvrir une ligne',
      "update publications_lignes set jusqua = null where depuis = 1 and jusqua = 2 and vue = 'dons_par_mois'",
    ],
    [
      'confondre deux vues',
      "update publications_lignes set vue = 'dons_par_jour' where vue = 'dons_par_mois' and depuis = 2",
    ],
  ].map(([what = '', damage = '']) => ({
    what,
    damages: unguarded(damage),
    numero: 2,
    says: EDITED,
  })),
  {
    what: 'donner un effet à un autre import',
    damages: unguarded(
      'update publications_effets set rang = 2 where publication = 1 and rang = 1 and annee = 2022',
    ),
    numero: 1,
    says: EDITED,
  },
  {
    what: 'changer une ligne et ce qui la lit',
    damages: [
      ...unguarded(
        "update publications_lignes set ligne = replace(ligne, '25', '26') where vue = 'dons_par_mois' and depuis = 2",
      ),
      `create function public.json_build_array(text, text, text) returns json
        language sql as $$ select pg_catalog.json_build_array($1, $2, replace($3, '26', '25')) $$`,
    ],
    numero: 2,
    says: EDITED,
  },
  {
    what: 'intervertir deux causes',
    damages: withoutKeys(
      'update publications_causes set rang = 9 where publication = 1 and rang = 1',
      'update publications_causes set rang = 1 where publication = 1 and rang = 2',
      'update publications_causes set rang = 2 where publication = 1 and rang = 9',
    ),
    numero: 1,
    says: EDITED,
  },
  {
    what: 'finir une ligne sans rien débrancher',
    damages: [
      "update publications_lignes set jusqua = 3 where vue = 'dons_par_mois' and jusqua is null and depuis = 2",
    ],
    numero: 3,
    says: EDITED,
  },
  {
    what: 'déplacer le début d’une ligne',
    damages: unguarded(
      "update publications_lignes set depuis = 1 where vue = 'dons_par_mois' and depuis = 2",
    ),
    numero: 1,
    says: EDITED,
  },
  {
    what: 'récrire aussi son empreinte',
    damages: unguarded(
      "update publications set publie_le = publie_le - interval '40 days' where numero = 2",
      'update publications p set empreinte = empreinte_publication(p) where numero = 2',
    ),
    numero: 3,
    says: 'elle ne suit pas celle qui la précède',
  },
  {
    what: 'retirer une publication',
    damages: withoutKeys(
      'delete from publications where numero = 2',
      'delete from publications_causes where publication = 2',
      'delete from publications_effets where publication = 2',
    ),
    numero: 2,
    says: 'la publication n° 2 manque',
  },
  {
    what: 'renuméroter',
    damages: withoutKeys(
      'update publications set numero = numero + 1 where numero = 4',
      'update publications_causes set publication = 5 where publication = 4',
      'update publications_effets set publication = 5 where publication = 4',
    ),
    numero: 4,
    says: 'la publication n° 4 manque',
  },
  {
    what: 'intervertir deux publications',
    damages: withoutKeys(
      'update publications set numero = 10 where numero = 2',
      'update publications set numero = 2 where numero = 3',
      'update publications set numero = 3 where numero = 10',
    ),
    numero: 2,
    says: EDITED,
  },
  {
    what: 'couper la fin qu’un point de contrôle a vue',
    damages: withoutKeys(
      ...['causes', 'effets'].map(
        (table) => `delete from publications_${table} where publication >= 3`,
      ),
      'delete from publications_lignes where depuis >= 3',
      'update publications_lignes set jusqua = null where jusqua >= 3',
      'delete from publications where numero >= 3',
    ),
    numero: 3,
    says: 'la fin a été coupée',
  },
  {
    what: 'tout vider',
    damages: unguarded(
      'truncate publications, publications_lignes, publications_causes, publications_effets',
    ),
    numero: 1,
    says: 'la fin a été coupée',
  },
  {
    what: 'laisser des lignes sans publication',
    damages: withoutKeys("insert into publications_lignes values ('dons_par_mois', '{}', 9, null)"),
    numero: 9,
    says: 'la publication n° 9 manque, mais il en reste des lignes',
  },
  {
    what: 'récrire et refaire toute la chaîne par la fonction du propriétaire',
    damages: unguarded(
      "update publications_causes set nom = 'autre.csv' where publication = 1",
      'update publications set empreinte = null, empreinte_precedente = null',
      'call enchainer_publications(null)',
    ),
    numero: 3,
    says: 'elle n’est pas celle que le point de contrôle',
  },
  {
    what: 'changer un don et recommencer les écritures des dons à ce qui est là',
    damages: [
      'begin',
      'alter table ecritures_dons disable trigger user',
      'alter table sommes_dons disable trigger user',
      'update donations set order_amount = order_amount + 0.01 where id = (select min(id) from donations)',
      'delete from sommes_dons',
      'delete from ecritures_dons',
      'call commencer_sommes_dons()',
      'set constraints all immediate',
      ...['ecritures_dons', 'sommes_dons'].flatMap((table) => [
        `alter table ${table} enable always trigger ${table}_lignes_immuables`,
        `alter table ${table} enable always trigger ${table}_table_immuable`,
      ]),
      'commit',
    ],
    numero: 1,
    says: 'les écritures des dons ne sont plus celles qu’elle a vues',
  },
  {
    what: 'désenchaîner',
    damages: unguarded('update publications set empreinte = null where numero = 2'),
    numero: 2,
    says: 'elle n’est pas enchaînée',
  },
]

describe('Ce qui fut récrit est trouvé par l’audit, qui nomme la première publication', () => {
  test('[B3] intact, il se dit intact, et depuis quand il en répond', async () => {
    for (const url of [base.url, base.ownerUrl, base.serviceUrl]) {
      const { code, report } = await audit(url)
      expect(report).toMatch(
        /Publications {7}: 4, chaîne intacte\n.*dernière empreinte : [0-9a-f]{64}\n +la chaîne répond de ce qui fut publié depuis le 20\S+Z\n/,
      )
      expect(report).toMatch(/Protections +: en place/)
      expect(report).toMatch(/Arrêtés +: 1 sur 1 conformes/)
      expect(code, report).toBe(0)
    }
  })

  test.each(FOUND)('[B3] $what', async ({ damages, numero, says }) => {
    const { code, report, fault } = await after(base.url, damages, async (client) => ({
      fault: (await createPublicationsVerifier(dbWithin(client), DATA_DIR)()).premiere_anomalie,
      ...(await auditWithin(client, checkpointsIn(DATA_DIR))),
    }))
    expect(report).toContain(`CHAÎNE ROMPUE à la publication n° ${numero}\n`)
    expect(report).toContain(says)
    expect(report).toContain('Résultat           : journal intact, mais PUBLICATIONS ALTÉRÉES')
    expect(code).toBe(1)
    expect(fault && { ...fault, constat: alike(fault.constat) }, 'l’écran dit la même').toEqual(
      faultIn(report, 'la publication'),
    )
  })
})

const LIES: { what: string; statement: string; says: RegExp }[] = [
  {
    what: 'une exclusion que le journal n’a pas',
    statement: `select inscrire_publication(5, (select max(numero) from evenements_exclusion),
      array[(null, 1, 'EXCLUSION', now(), null, 1, null, null, null)::publications_causes], null, null, null)`,
    says: /ROMPUE à la publication n° 5\n +les décisions qu’elle dit ne sont pas celles du journal/,
  },
  {
    what: 'des effets sans don',
    statement: `select inscrire_publication(5, (select max(numero) from evenements_exclusion),
      array[(null, 1, 'AUTRE', now(), null, null, null, null, null)::publications_causes],
      array[(null, 1, 2022, 1, 100, 0)::publications_effets], null, null)`,
    says: /EN ÉCART : D4, .*\n +EN ÉCART : D5/,
  },
]

describe('Ce que le service publie de faux', () => {
  test.each(LIES)('[B3] reste écrit et se voit : $what', async ({ statement, says }) => {
    const { code, report } = await auditAfter(base.serviceUrl, [statement])
    expect(report).toMatch(says)
    expect(code).toBe(1)
  })
})

const WEAKENED: { what: string; damage: string; says: RegExp }[] = [
  {
    what: 'des déclencheurs débranchés',
    damage: 'alter table publications_causes disable trigger publications_causes_lignes_immuables',
    says: /ABSENTES \(.*update de publications_causes/,
  },
  {
    what: 'une fonction remplacée',
    damage: `create or replace function inscrire_publication(p_numero bigint, p_evenement bigint, p_causes publications_causes[],
      p_effets publications_effets[], p_finies publications_lignes[], p_neuves publications_lignes[]) returns bigint
      language sql security definer as 'select 1::bigint'`,
    says: /la fonction inscrire_publication n’est plus celle de l’application/,
  },
  {
    what: 'un droit donné',
    damage: 'grant update on publications_effets to dons_service',
    says: /dons_service a le droit UPDATE sur publications_effets/,
  },
  {
    what: 'la procédure du propriétaire donnée',
    damage: 'grant execute on procedure enchainer_publications(timestamptz) to dons_service',
    says: /dons_service a le droit EXECUTE sur enchainer_publications/,
  },
  {
    what: 'la table rendue au service',
    damage: 'alter table publications_lignes owner to dons_service',
    says: /la table publications_lignes n’est pas au propriétaire du journal/,
  },
  {
    what: 'des lignes cachées',
    damage: 'alter table publications_lignes enable row level security',
    says: /la table publications_lignes cache des lignes/,
  },
  {
    what: 'une table renommée',
    damage: 'alter table publications_effets rename to effets',
    says: /ABSENTES \(.*update de publications_effets/,
  },
]

describe('Des protections affaiblies sont démasquées', () => {
  test.each(WEAKENED)('[B3] $what', async ({ damage, says }) => {
    const { code, report } = await auditAfter(base.url, [damage])
    expect(report).toMatch(says)
    expect(report).toContain('Résultat           : JOURNAL ALTÉRÉ')
    expect(code).toBe(1)
  })
})

describe('Ce que l’écran en dit', () => {
  test('[B3] la chaîne, son contrôle et l’arrêté disent ce qui fut récrit', async () => {
    await on(async (copy) => {
      await run(
        copy.url,
        ...unguarded(
          "update publications set publie_le = publie_le - interval '40 days' where numero = 2",
        ),
      )
      await serving(copy, async (app) => {
        expect((await app.inject('/api/publications/chaine')).json()).toMatchObject({
          valide: false,
          publications: 4,
          intactes: 1,
          trouvees: null,
          premiere_anomalie: {
            numero: 2,
            constat: 'Ce qui en est gardé ne correspond plus à son empreinte.',
          },
        })
        expect((await app.inject('/api/arretes/2')).json()).toMatchObject({ intact: false })
        const lignes = await verifier(app)
        expect(lignes.find(({ code }) => code === 'D9')).toMatchObject({
          gauche: 4,
          droite: 1,
          concordant: false,
          partie:
            'Publication n°\u00A02\u00A0: Ce qui en est gardé ne correspond plus à son empreinte.',
        })
        expect(lignes.find(({ code }) => code === 'D3')).toMatchObject({ concordant: false })
      })
    })
  })
})

describe('La chaîne s’écrit une fois, par une seule publication à la fois', () => {
  const open = async (url: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client
  }
  const PUBLISH = `select inscrire_publication(5, (select max(numero) from evenements_exclusion),
    array[(null, 1, 'AUTRE', now(), null, null, null, null, null)::publications_causes], null, null, null) as numero`

  test('[B3] de deux à la fois, une seule passe, et celle qui est abandonnée ne laisse rien', async () => {
    await on(async ({ serviceUrl }) => {
      const [one, other] = [await open(serviceUrl), await open(serviceUrl)]
      for (const client of [one, other]) {
        await client.query('begin isolation level repeatable read')
        await client.query('select from publications')
      }
      await one.query(PUBLISH)
      const second = expect(other.query(PUBLISH)).rejects.toThrow(/publications_pkey/)
      await one.query('commit')
      await second
      await other.query('rollback; begin')
      await other.query(PUBLISH.replace('(5,', '(6,'))
      await other.query('rollback')
      await one.end()
      await other.end()
      expect((await audit(serviceUrl)).report).toContain('Publications       : 5, chaîne intacte')
    })
  })

  test('[B3] une horloge qui recule ne date aucune publication d’avant la précédente', async () => {
    await on(async ({ url, serviceUrl }) => {
      await run(
        url,
        ...unguarded("update publications set publie_le = '2999-01-01' where numero = 4"),
      )
      await run(serviceUrl, PUBLISH)
      const client = await open(url)
      const { rows } = await client.query<{ annee: number }>(
        'select extract(year from publie_le)::integer as annee from publications where numero = 5',
      )
      await client.end()
      expect(rows).toEqual([{ annee: 2999 }])
    })
  })

  test('[B3] ce qui ne change rien n’est pas publié', async () => {
    await on(async (copy) => {
      await serving(copy, async (app) => {
        await app.inject({ method: 'POST', url: '/api/analytics/refresh-views' })
        const { publications } = (await app.inject('/api/publications')).json<{
          publications: { numero: number }[]
        }>()
        expect(publications.map(({ numero }) => numero)).toEqual([4, 3, 2, 1])
      })
    })
  })
})

test('[B3] ce qui est gardé pour toujours ne nomme aucun donateur : une anonymisation n’y touche pas', async () => {
  const client = new pg.Client({ connectionString: base.url })
  await client.connect()
  const { rows } = await client.query<{ colonne: string }>(`
    select attrelid::regclass || '.' || attname as colonne
    from pg_attribute
    where attnum > 0 and not attisdropped
      and attname ~ '^(contact|prenom|firstname|lastname|email|phone|city|zip|ville)'
      and attrelid in (
        select oid from pg_class
        where relnamespace = 'public'::regnamespace and (relname = any (vues_publiees()) or relname ~ '^publications')
      )`)
  const { rows: named } = await client.query(
    'select from publications_lignes where ligne ~ \'"[A-D]"\'',
  )
  await client.end()
  expect(rows).toEqual([])
  expect(named).toEqual([])
})
