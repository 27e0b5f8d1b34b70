import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Arretes, ArreteVerifie } from '../../../service/contract/arretes'
import type { Historique } from '../../../service/contract/exclusions'
import type { Publications } from '../../../service/contract/publications'
import type { Fraicheur } from '../../../service/contract/rafraichissement'
import { inSnapshot } from '../../../service/platform/database/snapshot'
import { goBackTo } from '../../../service/publication/publications/arretes'
import { isSealed } from '../../../service/publication/publications/sceau'
import { chercherSuspects } from '../../support/a-verifier'
import { get, refresh } from '../../support/analyses'
import { runAudit } from '../../support/audit'
import { importFile, preview } from '../../support/imports'
import { startService } from '../../support/service'
import { tamper } from '../../support/tamper'

const { app, database } = await startService()
const { db } = database

const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload })

const CSV = `id;montant;date;contact
1;10,50;2023-03-01;A
2;20;2023-03-02;B
3;30;2024-01-15;A
4;40;2024-05-20;C
`

const derniere = async () =>
  (await get<Publications>(app, '/api/publications')).publications[0]?.numero ?? 0

const COMMANDE = { nom: 'Arrêté au 31/01/2026, présenté au CA', par: 'La trésorière' }

await importFile(app, 'donations', CSV)
await refresh(app)
await chercherSuspects(db)
const scellee = await derniere()
const evenement_id = randomUUID()
const scelle = await post('/api/publications/arreter', {
  ...COMMANDE,
  publication: scellee,
  evenement_id,
})

/** The dashboard of 2024 as the calls of now answer it. */
const parts = async (annee: number) => ({
  stats: await get<object>(app, `/api/dashboard/stats/${annee}`),
  graphiques: await get<object>(app, `/api/dashboard/stats-graphiques/${annee}`),
  mensuelles: await get<object>(app, `/api/dashboard/stats-mensuelles/${annee}`),
  a_date: await get<object>(app, `/api/dashboard/a-date/${annee}`),
  ...(await get<object>(app, '/api/dashboard/annees')),
})
const alors = new Map([
  [2023, await parts(2023)],
  [2024, await parts(2024)],
])

/** Later: a gift of a year that was over, a correction, a decision. */
await importFile(app, 'donations', 'id;montant;date;contact\n5;5;2023-12-31;D\n2;25;2023-03-02;B\n')
await post('/api/exclusions/exclure', { contact_id: 'A' })
await refresh(app)
await chercherSuspects(db)

test('un arrêté est un événement du journal, scellé, avec dons et montant de la publication', async () => {
  expect(scelle.statusCode, scelle.body).toBe(201)
  const { evenements } = await get<Historique>(app, '/api/exclusions/historique?type=ARRETE')
  expect(evenements).toHaveLength(1)
  expect(evenements[0]).toMatchObject({
    type: 'ARRETE',
    numero: 1,
    contact_id: '',
    raison: COMMANDE.nom,
    exclu_par: COMMANDE.par,
    publication: scellee,
    donations_concernees: 4,
    montant_concerne: 100.5,
  })
  expect(await get(app, '/api/exclusions/chaine')).toMatchObject({ valide: true, evenements: 2 })
})

test('il a un nom pour de bon : la même demande n’a qu’un effet, une autre est refusée', async () => {
  const again = await post('/api/publications/arreter', {
    ...COMMANDE,
    publication: scellee,
    evenement_id,
  })
  const { message, arrete } = scelle.json()
  expect(again.json()).toMatchObject({ message, arrete: { evenement: arrete.evenement } })
  const other = await post('/api/publications/arreter', { ...COMMANDE, publication: scellee })
  expect(other.statusCode).toBe(409)
  expect(other.json()).toMatchObject({
    champ: 'publication',
    detail: `La publication n° ${scellee} est déjà arrêtée sous le nom «\u00A0${COMMANDE.nom}\u00A0».`,
  })
  expect(
    (await post('/api/publications/arreter', { ...COMMANDE, publication: 999 })).statusCode,
  ).toBe(404)
  const unnamed = await post('/api/publications/arreter', {
    publication: scellee,
    nom: ' ',
    par: 'X',
  })
  expect(unnamed.json()).toMatchObject({ champ: 'nom', detail: 'Donnez un nom à cet arrêté.' })
})

test('il ne rend pas les chiffres vieux, et ne compte pas parmi les exclusions récentes', async () => {
  const fresh = await get<Fraicheur>(app, '/api/analytics/fraicheur')
  expect(fresh).toMatchObject({ exclusions_plus_recentes: 0, imports_plus_recents: 0 })
  expect((await sql`select du from rafraichissement_du where du`.execute(db)).rows).toEqual([])
})

test.each([2023, 2024])('le tableau de bord de %i revient tel qu’il était', async (annee) => {
  const found = await get(app, `/api/arretes/${scellee}/dashboard/${annee}`)
  expect(found).toEqual(alors.get(annee))
  expect(await parts(annee)).not.toEqual(found)
})

test('une année close qui a changé depuis dérive, avec ce qu’elle était et ce qu’elle est', async () => {
  const { arretes } = await get<Arretes>(app, '/api/arretes')
  expect(arretes[0]?.derive).toEqual([
    {
      annee: 2024,
      donateurs: { arrete: 2, actuel: 1 },
      donations: { arrete: 2, actuel: 1 },
      montant: { arrete: 70, actuel: 40 },
    },
    {
      annee: 2023,
      donateurs: { arrete: 2, actuel: 2 },
      donations: { arrete: 2, actuel: 2 },
      montant: { arrete: 30.5, actuel: 30 },
    },
  ])
})

test('chaque arrêté dérive pour soi', async () => {
  const numero = await derniere()
  const named = await post('/api/publications/arreter', {
    nom: 'Le second',
    par: 'X',
    publication: numero,
  })
  expect(named.statusCode, named.body).toBe(201)
  await importFile(app, 'donations', 'id;montant;date;contact\n6;7;2023-11-30;D\n')
  await refresh(app)
  const { arretes } = await get<Arretes>(app, '/api/arretes')
  const montants = arretes.map(({ nom, derive }) => [
    nom,
    derive.map(({ annee, montant }) => [annee, montant.arrete, montant.actuel]),
  ])
  expect(montants).toEqual([
    ['Le second', [[2023, 30, 37]]],
    [
      COMMANDE.nom,
      [
        [2024, 70, 40],
        [2023, 30.5, 37],
      ],
    ],
  ])
})

test('une publication sans nom n’est pas un arrêté', async () => {
  expect((await app.inject(`/api/arretes/${await derniere()}`)).statusCode).toBe(404)
  expect((await app.inject(`/api/arretes/${await derniere()}/dashboard/2024`)).statusCode).toBe(404)
})

const verify = () => get<ArreteVerifie>(app, `/api/arretes/${scellee}`)
const audit = () => runAudit({ DATABASE_URL: database.serviceUrl })

test.each([
  {
    what: 'un centime changé',
    fault: sql`update publications_lignes set ligne = replace(ligne, '30.50', '30.51') where vue = 'dons_par_mois' and ligne like '%30.50%'`,
  },
  {
    what: 'une ligne retirée',
    fault: sql`delete from publications_lignes where vue = 'segments_annuels' and depuis <= ${scellee}`,
  },
  {
    what: 'une ligne finie trop tôt',
    fault: sql`update publications_lignes set jusqua = ${scellee} where vue = 'dons_par_jour' and jusqua is null and depuis = ${scellee}`,
  },
  {
    what: 'une ligne ajoutée',
    fault: sql`insert into publications_lignes values ('dons_par_mois', '{}', ${scellee}, null)`,
  },
])('un arrêté modifié se voit à l’écran et à l’audit : $what', async ({ fault }) => {
  expect(await verify()).toMatchObject({ intact: true })
  await sql`create table garde as table publications_lignes`.execute(db)
  await tamper(db, fault, 'publications_lignes')
  expect(await verify()).toMatchObject({ intact: false })
  const { code, report } = await audit()
  expect(report).toContain(`ALTÉRÉ : « ${COMMANDE.nom} » (événement n° 1)`)
  expect(report).toContain('Résultat           : journal intact, mais PUBLICATIONS ALTÉRÉES')
  expect(code).toBe(1)
  await tamper(db, sql`truncate publications_lignes`, 'publications_lignes')
  await sql`insert into publications_lignes table garde`.execute(db)
  await sql`drop table garde`.execute(db)
  expect(await verify()).toMatchObject({ intact: true })
  expect((await audit()).report).toContain('Arrêtés            : 2 sur 2 conformes à leur sceau')
})

test('[B6] une question dont la vue n’est pas gardée échoue, et ne répond pas le chiffre d’aujourd’hui', async () => {
  const then = <Answer>(question: string) =>
    inSnapshot(db, async (tx) => {
      await goBackTo(tx, scellee)
      return (await sql.raw<Answer>(question).execute(tx)).rows
    })
  expect(await then('select sum(nombre) as dons from dons_par_mois_a_jour')).toEqual([{ dons: 4 }])
  const { rows } = await sql<{ nom: string }>`
    select relname as nom from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`.execute(db)
  const kept = (
    await sql<{ nom: string }>`
      select relname as nom from pg_class where relnamespace = 'publiees'::regnamespace and relkind = 'v'`.execute(
      db,
    )
  ).rows.map(({ nom }) => nom)
  const others = rows.map(({ nom }) => nom).filter((nom) => !kept.includes(nom))
  expect(others.length).toBeGreaterThan(100)
  for (const nom of others)
    await expect(then(`select from ${nom}`), nom).rejects.toThrow(`"${nom}" does not exist`)
  await expect(then('select version_donations()')).rejects.toThrow('does not exist')
})

test('[B6] sans publication nommée, les vues gardées ne répondent rien', async () => {
  await expect(
    db.transaction().execute(async (tx) => {
      await sql`set local search_path = publiees`.execute(tx)
      await sql`select from dons_par_mois_a_jour`.execute(tx)
    }),
  ).rejects.toThrow(/publiees\.numero|type bigint/)
})

test('[B6] aucune analyse ne nomme un schéma, ce qui passerait la porte', async () => {
  const folder = 'service/analyses'
  for (const file of await readdir(folder))
    expect(await readFile(path.join(folder, file), 'utf8'), file).not.toMatch(
      /\b(?:public|partitions|depots)\.\w|withSchema\(/,
    )
})

test('les arrêtés d’avant la chaîne se vérifient sous leur ancienne forme', async () => {
  const { rows } = await sql<{ vue: string; ligne: string }>`
    select vue, ligne from publications_lignes
    where depuis <= ${scellee} and (jusqua is null or jusqua > ${scellee})
    order by vue collate "C", ligne collate "C"`.execute(db)
  const texts = ['publication/1', ...rows.flatMap(({ vue, ligne }) => [vue, ligne])]
  const hash = createHash('sha256')
  for (const text of texts) hash.update(`${Buffer.byteLength(text)}:${text},`)
  await inSnapshot(db, async (tx) => {
    expect(await isSealed(tx, scellee, hash.digest('hex'))).toBe(true)
    expect(await isSealed(tx, scellee, 'a'.repeat(64))).toBe(false)
  })
})

test('un aperçu dit quelles lignes changent, de quoi à quoi, et quelles années closes et arrêtés avec elles', async () => {
  const given = await preview(
    app,
    'donations',
    'id;montant;date;contact;campagne\n1;10,50;2024-03-01;A;\n2;0;2023-03-02;B;NOËL\n70;7;2023-06-01;E;\n71;8;2024-06-01;E;\n',
  )
  expect(given).toMatchObject({ nouveaux: 2, modifies: 2 })
  expect(given.lignes_modifiees).toEqual([
    { cle: '1', champs: [{ champ: 'order_date', avant: '2023-03-01', apres: '2024-03-01' }] },
    {
      cle: '2',
      champs: [
        { champ: 'order_amount', avant: '25', apres: '0' },
        { champ: 'campaign_code', avant: null, apres: 'NOËL' },
      ],
    },
  ])
  // The data reach May 2024: that year is not over. 2023 loses gift 1, which moves, and gift 2; it gains gift 70.
  expect(given.annees_closes).toEqual([
    { annee: 2023, ajoutes: 1, modifies: 2, montant: 7 - 10.5 - 25 },
  ])
  expect(given.arretes_touches).toContain(COMMANDE.nom)
  const open = await preview(app, 'donations', 'id;montant;date;contact\n72;8;2024-06-02;E\n')
  expect(open).toMatchObject({ annees_closes: [], arretes_touches: [], lignes_modifiees: [] })
})
