/**
 * A new file, or a text before what stands in a file once.
 * @typedef {{ file: string, before?: string, text: string }} Piece
 */

/**
 * Something small and invented that the house does not have, all that it takes, and the service tests that
 * ask whether it is whole.
 * @typedef {{ quoi: string, pieces: Piece[], tests: string }} Ajout
 */

/**
 * @param {string} text
 * @param {string} before
 * @param {string} more
 */
export function insert(text, before, more) {
  if (text.split(before).length !== 2) throw new Error(`not there once: ${before}`)
  return text.replace(before, () => more + before)
}

/**
 * How many files of the product: what the tests compute by themselves is not counted.
 * @param {Ajout} ajout
 */
export const filesOf = ({ pieces }) =>
  new Set(pieces.map(({ file }) => file).filter((file) => !file.startsWith('tests/'))).size

/** @type {Ajout[]} */
export const AJOUTS = [
  {
    quoi: 'a register of acts',
    pieces: [
      {
        file: 'migrations/tables/9000_visites.sql',
        text: `create table visites (
  numero bigint generated always as identity primary key,
  contact_id text collate "C" not null,
  visite_par text not null,
  le timestamptz not null default clock_timestamp()
);
`,
      },
      {
        file: 'migrations/registres.json',
        before: '  "registres_actes": {',
        text: `  "visites": {
    "nom": "les visites",
    "refus": "Les visites ne se modifient pas",
    "cle": ["numero"],
    "par": "service",
    "actes": "lignes"
  },
`,
      },
    ],
    tests: 'service/roles service/sauvegarde schema/types',
  },
  {
    quoi: 'a kept figure, with its table on a screen',
    pieces: [
      {
        file: 'migrations/chiffres/dons_par_semaine.sql',
        text: `-- Gifts and their sum by day of the week, Monday is 1.
-- nom : Dons par jour de la semaine
-- rôle : Pour l’écran Montants
-- clé : annee, jour_semaine
-- sommes : nombre, montant
select
  ensemble,
  date_part('year', order_date)::smallint as annee,
  date_part('isodow', order_date)::smallint as jour_semaine,
  sum(signe) as nombre,
  sum(signe * order_amount) as montant
from dons_comptes
group by 1, 2, 3;
`,
      },
      {
        file: 'service/contract/semaine.ts',
        text: `import { z } from 'zod'
import { endpoint } from './endpoint'
import { AnneeParams, Montant, Nombre } from './values'

/** Gifts of a year by day of the week, 1 is Monday. */
export const Semaine = z.object({
  data: z
    .array(z.object({ jour_semaine: z.number().int(), nombre: Nombre, montant: Montant }))
    .max(7),
})
export type Semaine = z.infer<typeof Semaine>

export const semaine = endpoint({
  path: '/api/analytics/semaine/:annee',
  summary: 'Gifts of a year by day of the week',
  params: AnneeParams,
  answer: Semaine,
})
`,
      },
      {
        file: 'service/analyses/semaine.ts',
        text: `import { sql } from 'kysely'
import { type Semaine, semaine } from '#contract/semaine'
import { type Analysis, call } from './analysis'
import { rule } from './definition'

export default {
  section: 'Montants',
  calls: [
    call(semaine, async ({ db, params: { annee } }) => {
      const { rows } = await sql<Semaine['data'][number]>\`
        select jour_semaine, nombre, montant from dons_par_semaine_a_jour
        where annee = \${annee} order by jour_semaine\`.execute(db)
      return { data: rows }
    }),
  ],
  definitions: () => ({
    semaine: rule({
      titre: 'Dons par jour de la semaine',
      formule: 'Dons de l’année dont la date est ce jour de la semaine.',
      exemple: null,
    }),
  }),
} satisfies Analysis
`,
      },
      {
        file: 'service/analyses/index.ts',
        before: "import suspects from './suspects'\n",
        text: "import semaine from './semaine'\n",
      },
      { file: 'service/analyses/index.ts', before: '  nouveauxAnciens,\n', text: '  semaine,\n' },
      {
        file: 'remix/screens/montant/semaine-table.server.ts',
        text: `import { semaine } from '#contract/semaine'
import { defineYearTable } from '../../tables/define.server'

/** Gifts of a year by day of the week. */
export const parJourDeSemaine = defineYearTable('semaine', semaine, (annee, { data }) => ({
  definition: 'semaine',
  title: \`Dons de \${annee} par jour de la semaine\`,
  columns: [
    { title: 'Jour', format: 'nombre' },
    { title: 'Dons', format: 'nombre' },
    { title: 'Montant', format: 'montant' },
  ],
  rows: data.map(({ jour_semaine, nombre, montant }) => [jour_semaine, nombre, montant]),
}))
`,
      },
      {
        file: 'remix/screens/montant/route.tsx',
        before: "import { DataTable } from '../../ui/data-table'\n",
        text: "import { semaine } from '#contract/semaine'\nimport { parJourDeSemaine } from './semaine-table.server'\n",
      },
      {
        file: 'remix/screens/montant/route.tsx',
        before: '  return { latest: marks',
        text: `  const annee = new Date().getFullYear()
  const jours = parJourDeSemaine.build(
    annee,
    await call(semaine, { params: { annee } }, request),
  )
`,
      },
      {
        file: 'remix/screens/montant/route.tsx',
        before: '  return { latest: marks',
        text: '  Object.assign(tables, { semaine: jours })\n',
      },
      {
        file: 'remix/screens/montant/table.server.ts',
        before: 'import { defineClasseur',
        text: "import { parJourDeSemaine } from './semaine-table.server'\n",
      },
      {
        file: 'remix/screens/montant/table.server.ts',
        before: '  Repères: reperesParAnnee,\n',
        text: '  Semaine: parJourDeSemaine,\n',
      },
    ],
    tests: 'schema/types analyses/definitions analyses/vues rafraichissement/ecarts',
  },
  {
    quoi: 'an axis of crossings, with its filter',
    pieces: [
      {
        file: 'service/contract/axes.ts',
        before: "  profil: { de: 'donateur'",
        text: `  grand: {
    de: 'donateur',
    nom: 'Grands donateurs',
    filtre: 'Grand donateur',
    mot: 'grand donateur',
    refus: 'grand vaut oui ou non.',
    reponses: {
      oui: reponse('Grands', 'grands', 'oui'),
      non: reponse('Autres', 'autres que les grands', 'non'),
    },
  },
`,
      },
      {
        file: 'service/platform/database/axes.ts',
        before: "  profil: kept('profil'),",
        text: `  grand: {
    don: () => sql\`tranche_total >= 3\`,
    garde: true,
    fait: () => sql\`faits.tranche_total >= 3\`,
    rang: 'deux',
  },
`,
      },
      {
        file: 'tests/support/reference/croisements.ts',
        before: "  anciennete: ['nouveaux', 'anciens'],\n",
        text: "  grand: ['oui', 'non'],\n",
      },
      {
        file: 'tests/support/reference/croisements.ts',
        before: "    case 'anciennete':\n",
        text: `    case 'grand':
      return BANDS.indexOf(bandOf(centsOf(gifts))) >= 3 ? 'oui' : 'non'
`,
      },
    ],
    tests: 'service/docs donations/filtres analyses/croisements',
  },
  {
    quoi: 'a screen, with the call that it shows',
    pieces: [
      {
        file: 'service/contract/paliers.ts',
        text: `import { z } from 'zod'
import { endpoint } from './endpoint'
import { ANNEES_AU_PLUS, Nombre } from './values'

/** Donors of each year by the step that their number of gifts reaches. */
export const Paliers = z.object({
  data: z
    .array(z.object({ annee: z.number().int(), palier: z.number().int(), donateurs: Nombre }))
    .max(3 * ANNEES_AU_PLUS),
})
export type Paliers = z.infer<typeof Paliers>

export const paliers = endpoint({
  path: '/api/analytics/paliers',
  summary: 'Donors of each year by the step that their number of gifts reaches',
  answer: Paliers,
})
`,
      },
      {
        file: 'service/analyses/paliers.ts',
        text: `import { paliers } from '#contract/paliers'
import { type Analysis, call } from './analysis'
import { rule } from './definition'

export default {
  section: 'Donateurs',
  calls: [
    call(paliers, async ({ db }) => ({
      data: await db
        .selectFrom('segments_annuels_a_jour')
        .select(['annee', 'segment as palier', 'nombre as donateurs'])
        .orderBy('annee', 'desc')
        .orderBy('segment')
        .execute(),
    })),
  ],
  definitions: () => ({
    paliers: rule({
      titre: 'Paliers',
      formule: 'Donateurs de l’année selon leur nombre de dons.',
      exemple: null,
    }),
  }),
} satisfies Analysis
`,
      },
      {
        file: 'service/analyses/index.ts',
        before: "import suspects from './suspects'\n",
        text: "import paliers from './paliers'\n",
      },
      { file: 'service/analyses/index.ts', before: '  reguliers,\n', text: '  paliers,\n' },
      {
        file: 'remix/screens/donateurs/paliers/table.server.ts',
        text: `import { paliers } from '#contract/paliers'
import { defineClasseur, defineTable } from '../../../tables/define.server'

/** Donors of each year by step. */
export const parPalier = defineTable('paliers', paliers, ({ data }) => ({
  definition: 'paliers',
  title: 'Donateurs par palier',
  columns: [
    { title: 'Année', format: 'annee' },
    { title: 'Palier', format: 'nombre' },
    { title: 'Donateurs', format: 'nombre' },
  ],
  rows: data.map(({ annee, palier, donateurs }) => [annee, palier, donateurs]),
}))

/** The workbook of the screen. */
export const classeurPaliers = defineClasseur('paliers', 'Paliers', { Paliers: parPalier })
`,
      },
      {
        file: 'remix/screens/donateurs/paliers/route.tsx',
        text: `import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paliers } from '#contract/paliers'
import { call, failing } from '../../../service/service.server'
import { DataTable } from '../../../ui/data-table'
import { Page } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { parPalier } from './table.server'

export const handle: Handle = {
  title: 'Paliers',
  subtitle: 'Donateurs par palier',
  hasFigures: true,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const found = await call(paliers, {}, request).catch(
    failing('Erreur lors du chargement des données'),
  )
  return { tables: { paliers: parPalier.build(found) } }
}

export default function Paliers() {
  const { tables } = useLoaderData<typeof loader>()
  return (
    <Page analysis tables={tables}>
      <DataTable table={tables.paliers} />
    </Page>
  )
}
`,
      },
      {
        file: 'remix/ui/sections.ts',
        before: "      one('Segments', 'donateurs/grille'),\n",
        text: "      one('Paliers', 'donateurs/paliers'),\n",
      },
    ],
    tests: 'service/docs analyses/definitions',
  },
  {
    quoi: 'a column of the donors’ file, read in a tool’s file too',
    pieces: [
      {
        file: 'migrations/tables/9000_langue.sql',
        text: 'alter table donateurs add column langue text;\nalter table fiches_dites add column langue date;\n',
      },
      {
        file: 'migrations/vues/fiches.sql',
        before: '  coalesce(reunies.firstname, cartes',
        text: '  coalesce(reunies.langue, cartes.langue) as langue,\n',
      },
      {
        file: 'migrations/proprietaire/fiche_reunie.sql',
        before: 'firstname text, lastname text',
        text: 'langue text, ',
      },
      {
        file: 'migrations/proprietaire/fiche_reunie.sql',
        before: '    (array_agg(firstname order by',
        text: "    (array_agg(langue order by dit_langue desc nulls last, dernier_jour desc nulls last, rang) filter (where btrim(langue) <> ''))[1],\n",
      },
      {
        file: 'migrations/proprietaire/fiche_reunie.sql',
        before: '      coalesce(dites.firstname, jours',
        text: '      coalesce(dites.langue, jours.jour) as dit_langue,\n',
      },
      {
        file: 'service/files/entetes.ts',
        before: '  ],\n}\n\n/**\n * In a file of donors, what a company',
        text: "    field('langue', 'texte', 'lang langue_du_contact'),\n",
      },
      {
        file: 'service/contract/identite.ts',
        before: '})\nexport const CARTE',
        text: '  langue: z.string().nullable(),\n',
      },
      {
        file: 'migrations/vues/mesures_base.sql',
        before: 'birthdate, civility, is_company) = 0',
        text: 'langue, ',
      },
      {
        file: 'remix/screens/donateurs/fiche/route.tsx',
        before: "    ['Naissance', birthdate",
        text: "    ['Langue', identite.langue],\n",
      },
      {
        file: 'remix/screens/upload/fichier/words.ts',
        before: "      ['contact_id', 'Numéro du donateur",
        text: "      ['langue', 'Langue'],\n",
      },
      {
        file: 'tests/service/langue.test.ts',
        text: `import { expect, test } from 'vitest'
import { depose, importerOutil } from '../support/fichiers-outil'
import { importFile } from '../support/imports'
import { startService } from '../support/service'

const { app, database } = await startService()
const readLangue = async (name: string) => {
  const { contact_id } = await database.db
    .selectFrom('donateurs')
    .select('contact_id')
    .where('lastname', '=', name)
    .executeTakeFirstOrThrow()
  const answer = await app.inject({ url: \`/api/donateurs/fiche/\${contact_id}\` })
  return answer.json<{ identite: { langue: string } }>().identite.langue
}

test('une langue se lit dans les deux sortes de fichiers', async () => {
  await importFile(app, 'donateurs', 'contact_id;lastname;langue\\nC1;Durand;breton\\n')
  expect(await readLangue('Durand')).toBe('breton')
  const content =
    'Order ID;Date du don;Montant du don;Nom;E-mail;Langue\\n1;12/01/2025;50,00;Garnier;g@asso.fr;basque\\n'
  const { lecture } = await depose(app, content)
  if (!lecture) throw new Error('nothing proposed')
  await importerOutil(app, content, lecture)
  expect(await readLangue('Garnier')).toBe('basque')
})
`,
      },
    ],
    tests: 'service/langue service/anonymisation schema/types',
  },
  {
    quoi: 'the file of a list, whole',
    pieces: [
      {
        file: 'service/contract/verification.ts',
        before: 'export const decisionsCsv = ',
        text: `export const collectifsCsv = csvEndpoint({
  path: '/api/donateurs/decisions-collectives.csv',
  page: '/donations/decisions-collectives.csv',
  journal: { code: 'collectifs', nom: 'Contacts collectifs' },
  summary: 'The decisions on collective contacts as CSV for Excel',
  query: DecisionsFiltres,
})

`,
      },
      {
        file: 'service/contract/exports.ts',
        before: '  decisionsCsv,\n',
        text: '  collectifsCsv,\n',
      },
      {
        file: 'service/contract/exports.ts',
        before: "decisionsCsv } from './verification'",
        text: 'collectifsCsv, ',
      },
      {
        file: 'service/verification/routes.ts',
        before: '  decisionsCsv,\n',
        text: '  collectifsCsv,\n',
      },
      {
        file: 'service/verification/routes.ts',
        before: '  csvRoute(app, decisionsCsv',
        text: `  csvRoute(app, collectifsCsv, ({ query }) => ({
    name: 'contacts-collectifs.csv',
    lines: writeDecisions(files, query),
  }))
`,
      },
      {
        file: 'remix/screens/donations/a-verifier/table.server.ts',
        before: '  decisionsCsv,\n',
        text: '  collectifsCsv,\n',
      },
      {
        file: 'remix/screens/donations/a-verifier/table.server.ts',
        before: 'decisionsCsv.page',
        text: "query['collectifs'] ? collectifsCsv.page : ",
      },
    ],
    tests: 'service/docs exports',
  },
  {
    quoi: 'an event type of the log, which changes no figure',
    pieces: [
      {
        file: 'service/contract/constants.ts',
        before: '} as const\n\nexport const RAISON_PAR_DEFAUT',
        text: "  REMARQUE: { un: 'Remarque', plusieurs: 'Remarques' },\n",
      },
      {
        file: 'service/contract/exclusions.ts',
        before: " | 'REINTEGRATION'>\n",
        text: " | 'REMARQUE'",
      },
      {
        file: 'service/contract/exclusions.ts',
        before: '/** Where the figures of a year count a donor',
        text: `export const remarquer = endpoint({
  method: 'POST',
  path: '/api/exclusions/remarque',
  summary: 'Notes something about a donor, who counts as before',
  body: Commande.extend({ raison: raisonOu('Remarque via l’interface') }),
  answer: z.object({ evenement: Evenement }),
})

`,
      },
      {
        file: 'migrations/tables/9000_remarques.sql',
        text: `alter table evenements_exclusion
  drop constraint evenements_exclusion_type_check,
  add constraint evenements_exclusion_type_check check (
    type in ('EXCLUSION', 'REINTEGRATION', 'ARRETE', 'FUSION', 'SEPARATION', 'DISTINCTS', 'REMARQUE')
  );
`,
      },
      {
        file: 'migrations/vues/etat_donnees.sql',
        before: "'ARRETE') as evenement,",
        text: "'REMARQUE' and type <> ",
      },
      {
        file: 'service/publication/rafraichissement/fraicheur.ts',
        before: "'ARRETE'\n      ) as exclusions_plus_recentes",
        text: "'REMARQUE' and type <> ",
      },
      {
        file: 'service/exclusions/routes.ts',
        before: "} from '#contract/exclusions'",
        text: '  remarquer,\n',
      },
      {
        file: 'service/exclusions/routes.ts',
        before: "import type { Check } from './record'",
        text: "import { record } from './record'\n",
      },
      {
        file: 'service/exclusions/routes.ts',
        before: '  route(app, effetExclusion, ',
        text: `  route(app, remarquer, async ({ body, request }) => {
    const { evenement_id = randomUUID(), nom, ...asked } = body
    const identite = readDecideur(request, nom)
    return { evenement: await record(db, { ...asked, type: 'REMARQUE', evenement_id, identite }) }
  })

`,
      },
      {
        file: 'service/exclusions/audit/report.mjs',
        before: "  DISTINCTS: 'distinction',\n",
        text: "  REMARQUE: 'remarque',\n",
      },
      {
        file: 'tests/service/remarques.test.ts',
        text: `import { expect, test } from 'vitest'
import type { Chaine, Exclusions, Historique } from '../../service/contract/exclusions'
import type { Fraicheur } from '../../service/contract/rafraichissement'
import { get, refresh } from '../support/analyses'
import { importFile } from '../support/imports'
import { startService } from '../support/service'

const { app } = await startService()
const act = (what: string) =>
  app.inject({
    method: 'POST',
    url: \`/api/exclusions/\${what}\`,
    payload: { contact_id: 'C1', raison: 'a appelé' },
  })

test('une remarque est un événement du journal, et ne change ni chiffre ni exclusion', async () => {
  await importFile(
    app,
    'donations',
    'id;order_date;order_amount;contact_id\\n1;2025-01-12;50.00;C1\\n',
  )
  expect((await act('exclure')).statusCode).toBe(200)
  await refresh(app)
  expect((await act('remarque')).statusCode).toBe(200)
  const { evenements } = await get<Historique>(app, '/api/exclusions/historique?type=REMARQUE')
  expect(evenements).toMatchObject([
    { contact_id: 'C1', raison: 'a appelé', montant_concerne: 50, en_vigueur: false },
  ])
  const csv = await app.inject({ url: '/api/exclusions/historique.csv?type=REMARQUE' })
  expect(csv.body.trim().split('\\n')).toHaveLength(2)
  expect(await get<Chaine>(app, '/api/exclusions/chaine')).toMatchObject({
    evenements: 2,
    premiere_anomalie: null,
  })
  expect(await get<Exclusions>(app, '/api/exclusions/liste')).toMatchObject({ total: 1 })
  expect(await get<Fraicheur>(app, '/api/analytics/fraicheur')).toMatchObject({
    attendu: false,
    exclusions_plus_recentes: 0,
  })
  expect((await act('reintegrer')).statusCode).toBe(200)
  expect(await get<Exclusions>(app, '/api/exclusions/liste')).toMatchObject({ total: 0 })
})
`,
      },
    ],
    tests: 'service/remarques service/docs schema/types exclusions/exclusions exclusions/journal',
  },
]
