import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { fraicheur } from '#contract/rafraichissement'
import { thisYear } from '#figures/today'
import { freePort } from '../../support/application'
import { lancerCommande } from '../../support/commande'
import { startService } from '../../support/service'

const SERVICE_TOKEN = 'un-jeton-de-seize-signes'
const { app, database } = await startService({ SERVICE_TOKEN })
const folder = await mkdtemp(path.join(tmpdir(), 'dons-commandes-'))
const url = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => rm(folder, { recursive: true, force: true }))

const env = () => ({ SERVICE_URL: url, SERVICE_TOKEN })
const importer = (...args: string[]) => lancerCommande('importer', args, env())
const exporter = (...args: string[]) => lancerCommande('exporter', args, env())

async function fichier(name: string, content: string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, content)
  return file
}

const stored = async () => {
  const { rows } = await database.pool.query<{ dons: number; somme: number; donateurs: number }>(
    `select count(*) as dons, coalesce(sum(order_amount), 0) as somme,
      (select count(*) from donateurs) as donateurs from donations`,
  )
  return rows[0]
}

/** Of its days only the first has come, whenever this runs; a gift may be of tomorrow. */
const year = thisYear()
const CONTACTS = 'contact_id;firstname;lastname\nA;Ada;Lovelace\nB;Rose;Dupont\n'
const donations = (...rows: string[]) => `id;montant;date;contact\n${rows.join('\n')}\n`

describe('npm run importer', () => {
  test.each([
    [['--aide'], /cette demande ne se lit pas/],
    [[], /Dites quoi importer/],
    [['--fichier', 'a.csv', '--donations', 'b.csv'], /--fichier s’importe seul/],
    [['--donations', '-', '--donateurs', '-'], /L’entrée standard ne se lit qu’une fois/],
    [['--donations', 'a.csv', '--modele', 'X'], /--modele et --constante vont avec --fichier/],
    [['--fichier', 'a.csv', '--constante', 'id=3'], /--constante attend CODE=VALEUR/],
    [['--fichier', 'a.csv', '--rejets-max', '1,5'], /--rejets-max attend une part/],
    [['--fichier', 'a.csv', '--rejets-max', '101%'], /--rejets-max attend une part/],
    [['--fichier', 'a.csv', '--accepter', 'tout'], /--accepter attend annees-closes ou arretes/],
    [['--fichier', 'a.csv', '--nom-du-fichier', 'b.csv'], /--nom-du-fichier nomme/],
    [['--fichier', 'a.csv', '--adresse', 'ici'], /n’est pas une adresse http/],
    [['--fichier', '/nulle/part.csv'], /il n’existe pas/],
    [['--fichier', '/tmp'], /c’est un dossier/],
  ])('%j est refusé d’une phrase, et rien n’est importé', async (args, sentence) => {
    const { code, out, err } = await importer(...args)
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(sentence)
    expect(err.trim().split('\n')).toHaveLength(1)
  })

  test('--help dit tout, sans service', async () => {
    const { code, out } = await lancerCommande('importer', ['--help'], {})
    expect(code).toBe(0)
    for (const word of ['--rejets-max', '--accepter', '--simuler', '--json', 'Code de sortie'])
      expect(out).toContain(word)
  })

  test('sans service, ou sans son jeton, le code est 3 et la phrase dit quoi faire', async () => {
    const file = await fichier('seul.csv', CONTACTS)
    const away = { SERVICE_URL: `http://127.0.0.1:${await freePort()}` }
    const { code, err } = await lancerCommande('importer', ['--donateurs', file], away)
    expect(code).toBe(3)
    expect(err).toMatch(/Aucun service ne répond à .*Démarrez-le \(npm start/)
    const untold = { SERVICE_URL: url }
    const refused = await lancerCommande('importer', ['--donateurs', file], untold)
    expect(refused.code).toBe(3)
    expect(refused.err).toMatch(/le jeton manque ou est faux\. Donnez-le dans SERVICE_TOKEN/)
  })

  test('--simuler compte et n’importe rien', async () => {
    const contacts = await fichier('Contacts.csv', CONTACTS)
    const { code, out } = await importer('--donateurs', contacts, '--simuler')
    expect(code).toBe(0)
    expect(out).toContain(
      'Contacts.csv : 2 nouveaux donateurs, 0 modifié, 0 inchangé, 0 rejetée sur 2 lignes.',
    )
    expect(out).toContain('Simulation : rien n’est importé.')
    expect(await stored()).toEqual({ dons: 0, somme: 0, donateurs: 0 })
  })

  test('les deux fichiers, contacts d’abord, sous le nom dit, jusqu’à des chiffres qui les comprennent', async () => {
    const contacts = await fichier('Contacts.csv', CONTACTS)
    const dons = await fichier(
      'Donations.csv',
      donations(`1;10,5;${year}-01-01;A`, `2;20;${year}-01-01;B`),
    )
    const { code, out } = await importer(
      '--donations',
      dons,
      '--donateurs',
      contacts,
      '--par',
      'CRM, la nuit',
    )
    expect(out.trim().split('\n')).toEqual([
      'Contacts.csv : 2 nouveaux donateurs, 0 modifié, 0 inchangé, 0 rejetée sur 2 lignes.',
      'Donations.csv : 2 nouveaux dons, 0 modifié, 0 inchangé, 30,50 € en tout, 0 rejetée sur 2 lignes.',
    ])
    expect(code).toBe(0)
    expect(await stored()).toEqual({ dons: 2, somme: 30.5, donateurs: 2 })
    const { rows } = await database.pool.query('select distinct importe_par from imports')
    expect(rows).toEqual([{ importe_par: 'CRM, la nuit' }])
    const headers = { authorization: `Bearer ${SERVICE_TOKEN}` }
    const answer = await fetch(`${url}${fraicheur.path}`, { headers })
    expect(await answer.json()).toMatchObject({
      imports_plus_recents: 0,
      dernier_don: `${year}-01-01`,
    })
  })

  test('les mêmes encore : rien ne change, et aucun import ne s’ajoute', async () => {
    const dons = path.join(folder, 'Donations.csv')
    const { code, out } = await importer('--donations', dons)
    expect([code, out.trim()]).toEqual([
      0,
      'Donations.csv : tout était déjà enregistré, rien n’a changé (2 lignes lues, 0 rejetée).',
    ])
    const { rows } = await database.pool.query('select count(*) as nombre from imports')
    expect(rows).toEqual([{ nombre: 2 }])
  })

  test('--json : le compte et le résultat, et rien d’autre', async () => {
    const dons = await fichier('suite.csv', donations(`3;7;${year}-01-02;A`))
    const { code, out } = await importer('--donations', dons, '--json', '--sans-attendre')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      fichiers: [
        {
          nom: 'suite.csv',
          type: 'donations',
          compte: { nouveaux: 1 },
          resultat: { status: 'completed' },
        },
      ],
      a_decider: [],
      adresse: null,
    })
  })

  test('--rejets-max : trop de lignes rejetées n’importe rien, code 4 ; assez peu importe', async () => {
    const rows = Array.from({ length: 9 }, (_, at) => `${100 + at};5;${year}-01-02;A`)
    const dons = await fichier('rejets.csv', donations(...rows, `200;cinq;${year}-01-02;A`))
    const before = await stored()
    const { code, err } = await importer('--donations', dons, '--rejets-max', '9%')
    expect(code).toBe(4)
    expect(err).toContain('Trop de lignes rejetées dans rejets.csv : 1 sur 10. Rien n’est importé.')
    expect(await stored()).toEqual(before)
    const asked = await importer('--donations', dons)
    expect(asked.code).toBe(2)
    expect(
      (await importer('--donations', dons, '--rejets-max', '10%', '--sans-attendre')).code,
    ).toBe(0)
    expect((await stored())?.dons).toBe((before?.dons ?? 0) + 9)
  })

  test('une année close attend une personne, ou qu’on l’ait acceptée', async () => {
    const dons = await fichier('passe.csv', donations(`300;5;${year - 3}-01-05;A`))
    const { code, err } = await importer('--donations', dons)
    expect(code).toBe(2)
    expect(err).toContain(`Des années closes changent : ${year - 3}. (--accepter annees-closes)`)
    expect(err).toMatch(
      /La suite : http:\/\/127\.0\.0\.1:3000\/upload\?onglet=donations&fichier_donations=[\da-f-]{36}/,
    )
    const accepted = await importer(
      '--donations',
      dons,
      '--accepter',
      'annees-closes',
      '--sans-attendre',
    )
    expect([accepted.code, accepted.err]).toEqual([0, ''])
  })

  test('un outil que nul modèle ne reconnaît attend une personne, à sa lecture, que chacun peut ouvrir', async () => {
    const file = await fichier('maison.csv', 'Qui;Combien;Quand\nZoé Péan;12;05/01/2026\n')
    const { code, err, out } = await importer('--fichier', file, '--json')
    expect(code).toBe(2)
    expect(err).toContain('Aucun modèle ne reconnaît ses colonnes')
    const { adresse } = JSON.parse(out) as { adresse: string }
    const [, id = ''] = /\/upload\/fichier\/([\da-f-]{36})$/.exec(adresse) ?? []
    const headers = { authorization: `Bearer ${SERVICE_TOKEN}`, 'x-identite': 'anne' }
    expect((await fetch(`${url}/api/fichiers/${id}`, { headers })).status).toBe(200)
  })

  test('un modèle qui reconnaît le fichier l’importe, par l’entrée standard aussi, avec une constante', async () => {
    // Without the rows that nobody has decided on.
    const content = (await readFile('tests/support/modeles/paheko.csv', 'utf8')).replace(
      /^10[45],.*\n/gm,
      '',
    )
    const args = [
      '--fichier',
      '-',
      '--nom-du-fichier',
      'paheko.csv',
      '--modele',
      'Paheko',
      '--constante',
    ]
    const { code, err } = await lancerCommande(
      'importer',
      [...args, 'campaign_code=NOEL', '--accepter', 'annees-closes', '--sans-attendre'],
      env(),
      content,
    )
    expect([code, err]).toEqual([0, ''])
    const { rows } = await database.pool.query(
      `select count(*) > 0 as importes from donations where campaign_code = 'NOEL'`,
    )
    expect(rows).toEqual([{ importes: true }])
    const unknown = await importer(
      '--fichier',
      'tests/support/modeles/paheko.csv',
      '--modele',
      'Rien',
    )
    expect(unknown.code).toBe(1)
    expect(unknown.err).toMatch(/Aucun modèle ne se nomme « Rien » : .*HelloAsso/)
  })

  test('ce que la lecture bloque est dit, valeur par valeur', async () => {
    const stripe = await readFile('tests/support/modeles/stripe.csv', 'utf8')
    const file = await fichier('stripe.csv', stripe.replaceAll('Paid', 'Jamais vu'))
    const { code, err } = await importer('--fichier', file)
    expect(code).toBe(2)
    expect(err).toMatch(/Colonne « Status » : « Jamais vu » compte-t-il \? \d+ lignes?, /)
  })

  test('un calcul des chiffres qui échoue se dit, et l’import reste fait', async () => {
    const before = await stored()
    await database.pool.query(
      'alter table publications add constraint jamais check (false) not valid',
    )
    try {
      const dons = await fichier('echec.csv', donations(`900;5;${year}-01-02;A`))
      const { code, out } = await importer('--donations', dons)
      expect(code).toBe(0)
      expect(out).toContain('leur calcul a échoué')
    } finally {
      await database.pool.query('alter table publications drop constraint jamais')
    }
    expect((await stored())?.dons).toBe((before?.dons ?? 0) + 1)
  })
})

describe('npm run exporter', () => {
  const vers = () => path.join(folder, 'liste.csv')

  test.each([
    [[], /Dites quelle liste/],
    [['--liste', '/donateurs/liste?ensemble=tous'], /Dites où l’écrire/],
    [
      ['--liste', 'Inconnue', '--vers', '/tmp/x.csv'],
      /Aucune liste gardée ne se nomme « Inconnue »/,
    ],
    [['--liste', '/upload', '--vers', '/tmp/x.csv'], /n’est pas celle d’une liste/],
    [['--liste', '/donateurs/liste?ensemble=tous', '--vers', '/tmp'], /est un dossier/],
    [
      ['--liste', '/donateurs/liste?ensemble=tous', '--vers', '/nulle/part/x.csv'],
      /ne peut pas être écrit/,
    ],
  ])('%j est refusé d’une phrase', async (args, sentence) => {
    const { code, err } = await exporter(...args)
    expect(code).toBe(1)
    expect(err).toMatch(sentence)
  })

  test('écrit ce que l’écran donne, entier, et le note au journal sous le nom dit', async () => {
    const address = '/donateurs/liste?ensemble=tous'
    await writeFile(vers(), 'celui d’hier')
    const { code, out, err } = await exporter(
      '--liste',
      address,
      '--vers',
      vers(),
      '--par',
      'Routeur',
    )
    expect([code, out.trim(), err]).toEqual([0, vers(), ''])
    const headers = { authorization: `Bearer ${SERVICE_TOKEN}` }
    const answer = await fetch(`${url}/api/donateurs/liste.csv?ensemble=tous`, { headers })
    expect(await readFile(vers())).toEqual(Buffer.from(await answer.arrayBuffer()))
    const { rows } = await database.pool.query(
      `select fichier, par, lignes > 0 as pleines, sha256 is not null as entier from journal_exports where par = 'Routeur'`,
    )
    expect(rows).toEqual([{ fichier: 'liste', par: 'Routeur', pleines: true, entier: true }])
    expect((await readdir(folder)).filter((name) => name.startsWith('.export-'))).toEqual([])
  })

  test('une liste gardée par son nom, et sa sélection ; un lien est remplacé, jamais suivi', async () => {
    const headers = { authorization: `Bearer ${SERVICE_TOKEN}`, 'content-type': 'application/json' }
    const body = JSON.stringify({
      nom_liste: 'Grands donateurs',
      adresse: '/donateurs/liste?ensemble=tous&montant_min=15',
      nom: 'Anne',
    })
    const kept = await fetch(`${url}/api/donateurs/listes-gardees`, {
      method: 'POST',
      headers,
      body,
    })
    expect(kept.status).toBe(201)
    const secret = await fichier('secret.txt', 'à garder')
    const link = path.join(folder, 'lien.csv')
    await symlink(secret, link)
    const { code, err } = await exporter(
      '--liste',
      'grands donateurs',
      '--selection',
      '--vers',
      link,
    )
    expect([code, err]).toEqual([0, ''])
    expect(await readFile(secret, 'utf8')).toBe('à garder')
    expect((await readFile(link, 'utf8')).split('\r\n').length).toBeGreaterThan(1)
    const { rows } = await database.pool.query(
      `select par from journal_exports where fichier = 'selection'`,
    )
    expect(rows).toEqual([{ par: 'npm run exporter' }])
  })

  test('sans service le code est 3, et le fichier d’hier reste', async () => {
    await writeFile(vers(), 'celui d’hier')
    const away = { SERVICE_URL: `http://127.0.0.1:${await freePort()}` }
    const args = ['--liste', '/donateurs/liste?ensemble=tous', '--vers', vers()]
    const { code, err } = await lancerCommande('exporter', args, away)
    expect(code).toBe(3)
    expect(err).toContain('Aucun service ne répond')
    expect(await readFile(vers(), 'utf8')).toBe('celui d’hier')
  })
})
