import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { MOTS } from '../../../service/donateurs/recherche/words'
import { derive } from '../../../service/platform/jobs/derived'
import { SIGNALEMENTS } from '../../../service/verification/trouver'
import { refresh } from '../../support/analyses'
import { createBase } from '../../support/corpus/base'
import { createCorpus } from '../../support/corpus/corpus'
import { insertCorpus, measureCorpus } from '../../support/corpus/mesurer'
import { don, insertDons } from '../../support/dons'
import { exclude, reinstate } from '../../support/exclusion'
import { createEnsemble } from '../../support/genres/ensemble'
import { importFile } from '../../support/imports'
import { startService } from '../../support/service'
import { tamper } from '../../support/tamper'
import { empty } from '../../support/vider'

const { app, database } = await startService()
const { db } = database

beforeEach(async () => {
  await tamper(db, sql`delete from evenements_exclusion`)
  await empty(db, 'donations', 'donateurs', 'donateurs_exclus', 'mots_contacts', 'signalements')
})

test.each(['paroisse', 'soiree'] as const)(
  'parmi des donateurs vraisemblables, les faux de trente genres se voient, et presque personne d’autre (%s)',
  async (culture) => {
    const seed = Math.floor(Math.random() * 1e6)
    const { base, corpus, visibles } = createEnsemble(culture, 12_000, seed)
    const { rappel, precision, genres } = await measureCorpus(db, base, corpus)
    const told = JSON.stringify([
      seed,
      [...genres].map(([genre, { montres, vagues }]) => [genre, montres, vagues]),
    ])
    const part = (of: (genre: string) => boolean) => {
      const own = [...genres].filter(([genre]) => of(genre)).map(([, parts]) => parts)
      const shown = own.reduce((all, { montres, vagues }) => all + montres + vagues, 0)
      return shown / own.reduce((all, { total }) => all + total, 0)
    }
    expect(
      part((genre) => visibles.has(genre)),
      told,
    ).toBeGreaterThanOrEqual(0.7)
    expect(rappel, told).toBeGreaterThanOrEqual(0.5)
    expect(precision, told).toBeGreaterThanOrEqual(0.95)
    const rest = genres.get('le reste de la base')
    expect(rest?.montres ?? Infinity, told).toBeLessThanOrEqual(0.002 * 12_000)
  },
)

/** What was found, and who is listed. */
const readFound = async () => {
  const { rows } = await sql<{ ligne: string }>`
    select concat_ws(' ', contact_id, regle, cle, points, faits) as ligne from signalements
    union all
    select concat_ws(' ', contact_id, points, array(select unnest(regles) order by 1), montant, donations, histoire, compte)
    from donateurs_signales
    union all
    select concat_ws(' ', jour, recul, nombre, montant, donateurs) from suspects_par_jour
    union all
    select concat_ws(' ', annee, axe, code, nombre, montant) from suspects_par_code
    union all
    select concat_ws(' ', 'collectif', contact_id, donations, montant, medias, par_nom) from collectifs_possibles
    order by 1`.execute(db)
  return rows.map(({ ligne }) => ligne)
}

const chercher = async () => {
  await refresh(app)
  await derive(db, MOTS)
  await derive(db, SIGNALEMENTS)
}

/** A search that knows nothing of earlier ones finds what was found. */
async function expectWhole(): Promise<void> {
  const found = await readFound()
  await empty(
    db,
    'signalements',
    'donateurs_signales',
    'suspects_par_code',
    'suspects_par_jour',
    'collectifs_possibles',
  )
  await derive(db, SIGNALEMENTS)
  expect(await readFound()).toEqual(found)
}

/** Written so that no search of words may read them as anything else; each of three donors of different names. */
const ADRESSES = [
  'a@x.fr \\ b@y.fr',
  'N\\A',
  'jean_dupont+asso@x.fr',
  "l'amie & 'x' | !y:*@x.fr",
  `${'x'.repeat(3000)}@x.fr`,
]

test('une adresse écrite n’importe comment se cherche comme une autre, partagée ou d’un donateur exclu', async () => {
  const porteurs = ADRESSES.flatMap((email, at) =>
    ['Nogaro', 'Bastide', 'Lormont', 'Vernay'].map((nom, qui) => ({
      contact_id: `A${at}${qui}`,
      ligne: `A${at}${qui};Zoé;${nom};"75\\001";"${email}"`,
      nouveau: qui === 3,
    })),
  )
  const importer = (choisis: typeof porteurs) =>
    importFile(
      app,
      'donateurs',
      ['contact_id;prenom;nom;cp;email', ...choisis.map(({ ligne }) => ligne), ''].join('\n'),
    )
  await insertDons(
    db,
    porteurs.map(({ contact_id }) => don({ contact_id, order_amount: 10 })),
  )
  await importer(porteurs.filter(({ nouveau }) => !nouveau))
  for (const at of ADRESSES.keys()) await exclude(db, `A${at}0`)
  await chercher()
  await importer(porteurs.filter(({ nouveau }) => nouveau))
  await exclude(db, 'A01')
  await chercher()
  const { rows } = await sql<{ regle: string; contacts: number }>`
    select regle, count(*) as contacts from signalements where contact_id ~ '^A.3$' group by regle order by regle`.execute(
    db,
  )
  expect(rows).toContainEqual({ regle: 'V1', contacts: ADRESSES.length })
  await expectWhole()
})

test('après d’autres imports et décisions, il ne reste rien de ce qu’une recherche d’avant avait trouvé', async () => {
  const corpus = createCorpus('appris', 7, 12)
  await insertCorpus(db, createBase(200, 8))
  await insertCorpus(db, corpus)
  for (const contact of corpus.exclus) await exclude(db, contact)
  await chercher()
  const of = (genre: string) =>
    [...corpus.verites].filter(([, verite]) => verite.genre === genre).map(([contact]) => contact)
  const card = (contact: string, words: string) => `${contact};${words}`
  const [shared = '', other = ''] = of('une adresse pour vingt-cinq noms')
  const [unreadable = ''] = of('lettres au hasard')
  const fiche = corpus.fiches.find(({ contact_id }) => contact_id === unreadable)
  const [tested = ''] = of('mot de test, deux fois')
  const [plain = '', nearly = '', third = ''] = of('nom double')
  const [banned = '', freed = ''] = corpus.exclus
  await importFile(
    app,
    'donateurs',
    [
      'contact_id;prenom;nom;cp;ville;email',
      card(shared, 'Alice;Moreau;75011;Paris;alice.moreau@free.fr'),
      card(tested, 'Alice;Duval;75011;Paris;alice.duval@free.fr'),
      card(plain, 'Test;Test;75011;Paris;'),
      card(nearly, `${fiche?.firstname};${fiche?.lastname};69003;Lyon;autre@free.fr`),
      card(third, 'Paul;Kant;69003;Lyon;groupe@gmail.com'),
      '',
    ].join('\n'),
  )
  const [robot = ''] = of('robot, un montant, adresses numérotées')
  const [wave = ''] = of('essai de carte, une vague')
  const [tester = ''] = of('essai de carte, un contact')
  const [amount = ''] = of('montant fou')
  await importFile(
    app,
    'donations',
    [
      'id;montant;date;contact_id;media',
      `N1;10;2024-01-01;${robot};WEB`,
      `N2;30;2019-01-01;${tester};WEB`,
      `N3;30;2020-01-01;${tester};WEB`,
      `N4;9999;2024-02-01;${other};WEB`,
      `N5;40;2024-02-01;${wave};WEB`,
      `N6;5555,55;2024-02-01;${amount};WEB`,
      '',
    ].join('\n'),
  )
  await reinstate(db, banned)
  await exclude(db, third)
  await exclude(db, robot)
  expect(freed).not.toBe('')
  const before = await readFound()
  await chercher()
  const found = await readFound()
  expect(found).not.toEqual(before)
  await expectWhole()
})
