import { execFileSync } from 'node:child_process'
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { DepotDossier } from '#contract/depot'
import type { CompteFichier, Fichier } from '#contract/fichiers'
import { inParis } from '#figures/format'
import { thisYear } from '#figures/today'
import { startService, startServiceOn } from '../../support/service'

const DEPOT_DIR = await mkdtemp(path.join(tmpdir(), 'dons-depot-'))
const { app, database } = await startService({ DEPOT_DIR, UPLOAD_MAX_BYTES: '3000000000' })
afterAll(() => rm(DEPOT_DIR, { recursive: true, force: true }))
await app.listen({ port: 0, host: '127.0.0.1' })
// Another instance on the same base and folder.
const other = await startServiceOn(database, { DEPOT_DIR, UPLOAD_MAX_BYTES: '3000000000' })
await other.app.listen({ port: 0, host: '127.0.0.1' })

const SOON = { timeout: 90_000, interval: 250 }
/** Of its days only the first has come, whenever this runs; a gift may be of tomorrow. */
const year = thisYear()
const jour = () => inParis(new Date())[0]
const plain = (text: string) => text.replace(/[\u00A0\u202F]/g, ' ')

const poser = (name: string, content: string | Buffer) =>
  writeFile(path.join(DEPOT_DIR, name), content)
const lister = async (...parts: string[]) =>
  (await readdir(path.join(DEPOT_DIR, ...parts)).catch(() => []))
    .filter((name) => !name.startsWith('.'))
    .sort()
const lire = async () => (await app.inject('/api/depot')).json<DepotDossier>()

/** A file that waits for somebody, as soon as the service says so: it lies in its folder a moment before. */
const attendre = async (attendu: string) => {
  const trouver = async () => (await lire()).attendent.find(({ nom }) => nom === attendu)
  await expect.poll(trouver, SOON).toBeDefined()
  return trouver()
}
const stored = async () => {
  const { rows } = await database.pool.query<Record<string, number>>(
    `with gifts as materialized (select count(*) as dons, coalesce(sum(order_amount), 0) as somme from donations),
      cards as materialized (select count(*) as donateurs from donateurs)
     select
      gifts.*, cards.*,
      (select count(*) from imports join fichiers using (fichier_id) where de is null) as imports
     from gifts, cards`,
  )
  return rows[0]
}
/** What became of a file, once something did. */
async function sortDe(name: string, been = 'en_cours'): Promise<DepotDossier['fichiers'][number]> {
  let found: DepotDossier['fichiers'][number] | undefined
  await expect
    .poll(async () => {
      const { fichiers, attendent } = await lire()
      found = [...fichiers, ...attendent].find(
        ({ nom, sort }) => nom === name && sort !== 'en_cours' && sort !== been,
      )
      return found?.sort
    }, SOON)
    .toBeDefined()
  if (!found) throw new Error(name)
  return { ...found, phrase: plain(found.phrase) }
}

const CONTACTS = 'contact_id;firstname;lastname\nA;Ada;Lovelace\nB;Rose;Dupont\n'
const donations = (...rows: string[]) => `id;montant;date;contact\n${rows.join('\n')}\n`
const OUTIL = `Qui;E-mail;Combien;Quand;N° du don;Statut\nZoé Péan;zoe@exemple.fr;12;02/01/${year};1;Payé\n`

describe('Le dossier', () => {
  test('ce qui se comprend s’importe, donateurs d’abord ; le reste attend, est refusé, ou reste là', async () => {
    const { pool } = database
    const secret = path.join(DEPOT_DIR, '..', `secret-${path.basename(DEPOT_DIR)}.csv`)
    await writeFile(secret, donations(`99;9999;${year}-01-02;X`))
    await symlink(secret, path.join(DEPOT_DIR, 'lien.csv'))
    await mkdir(path.join(DEPOT_DIR, 'un-dossier.csv'))
    execFileSync('mkfifo', [path.join(DEPOT_DIR, 'tube.csv')])
    await poser('b-Donations.csv', donations(`1;10,5;${year}-01-01;A`, `2;20;${year}-01-02;B`))
    await poser('c-Contacts.csv', CONTACTS)
    await poser('d-encore.csv', donations(`1;10,5;${year}-01-01;A`, `2;20;${year}-01-02;B`))
    await poser('outil.csv', OUTIL)
    await poser('photo.pdf', '%PDF-1.7')
    await poser('vide.csv', '')
    await poser('bizarre\n\u202Enom.csv', '%PDF-1.7')
    await poser('.cache.csv', CONTACTS)
    await poser('en-cours.csv.part', CONTACTS)
    await poser('creux.csv', '')
    await truncate(path.join(DEPOT_DIR, 'creux.csv'), 2_000_000_000)

    expect(await sortDe('c-Contacts.csv')).toMatchObject({
      sort: 'importe',
      phrase: '2 donateurs ajoutés, 0 modifié, 0 inchangé.',
      chemin: `importes/${jour()}/c-Contacts.csv`,
      type: 'donateurs',
    })
    expect(await sortDe('b-Donations.csv')).toMatchObject({
      sort: 'importe',
      phrase: '2 dons ajoutés, 0 modifié, 0 inchangé.',
    })
    const again = await sortDe('d-encore.csv')
    expect(again).toMatchObject({ sort: 'importe', upload_id: null })
    expect(again.phrase).toMatch(/^Déjà importé le .* : rien n’a changé\.$/)
    expect(await sortDe('outil.csv')).toMatchObject({ sort: 'a_decider' })
    expect((await sortDe('photo.pdf')).phrase).toMatch(/enregistrez-le au format \.xlsx ou \.csv/)
    expect((await sortDe('vide.csv')).phrase).toMatch(/Le fichier est vide/)
    expect(await sortDe('bizarre__nom.csv')).toMatchObject({ chemin: 'refuses/bizarre__nom.csv' })
    expect(await sortDe('creux.csv')).toMatchObject({ sort: 'refuse' })

    expect(await stored()).toEqual({ dons: 2, somme: 30.5, donateurs: 2, imports: 2 })
    const { rows } = await pool.query(
      'select type, importe_par from imports join fichiers using (fichier_id) order by commence_le',
    )
    expect(rows).toEqual([
      { type: 'donateurs', importe_par: 'le dossier' },
      { type: 'donations', importe_par: 'le dossier' },
    ])
    await expect
      .poll(() => lister('importes', jour()), SOON)
      .toEqual(['b-Donations.csv', 'c-Contacts.csv', 'd-encore.csv'])
    await expect.poll(() => lister('a-decider'), SOON).toEqual(['outil.csv'])
    await expect
      .poll(() => lister('refuses'), SOON)
      .toEqual([
        'bizarre__nom.csv',
        'bizarre__nom.csv.txt',
        'creux.csv',
        'creux.csv.txt',
        'photo.pdf',
        'photo.pdf.txt',
        'vide.csv',
        'vide.csv.txt',
      ])
    expect(await readFile(path.join(DEPOT_DIR, 'refuses/vide.csv.txt'), 'utf8')).toMatch(
      /^Le fichier est vide.*\n$/,
    )
    expect(
      (await lister()).filter((name) => !['importes', 'a-decider', 'refuses'].includes(name)),
    ).toEqual(['en-cours.csv.part', 'lien.csv', 'tube.csv', 'un-dossier.csv'])
    expect(await readdir(DEPOT_DIR)).toContain('.cache.csv')
    expect((await readFile(secret, 'utf8')).length).toBeGreaterThan(0)
    await rm(secret)
    const { phrase } = await lire()
    expect(plain(phrase ?? '')).toContain('lien.csv n’est pas un fichier : il reste où il est.')
    for (const name of ['lien.csv', 'tube.csv', 'un-dossier.csv'])
      await rm(path.join(DEPOT_DIR, name), { recursive: true })
    // Nothing stays staged of what waits or was refused.
    const { rows: left } = await pool.query(
      `select count(*) as nombre from fichiers where en_depot`,
    )
    expect(left).toEqual([{ nombre: 0 }])
  })

  test('un fichier qui grandit attend d’être tranquille ; un nom déjà pris devient « -2 »', async () => {
    const file = path.join(DEPOT_DIR, 'b-Donations.csv')
    await poser('passe.csv', donations(`3;30;${year - 4}-01-02;A`))
    await poser('b-Donations.csv', donations(`10;1;${year}-01-02;A`))
    for (let id = 11; id < 25; id++) {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await appendFile(file, `${id};1;${year}-01-02;A\n`)
    }
    expect((await lister()).includes('b-Donations.csv')).toBe(true)
    await expect.poll(() => lister('importes', jour()), SOON).toContain('b-Donations-2.csv')
    expect((await stored())?.dons).toBe(2 + 15)
    expect(await sortDe('passe.csv')).toMatchObject({
      sort: 'a_decider',
      phrase: `Des années closes changent : ${year - 4}.`,
      chemin: 'a-decider/passe.csv',
    })
  })

  test('ce qui attend se lit par qui le demande, et une fois importé rejoint les autres', async () => {
    const waiting = await attendre('passe.csv')
    const asked = await app.inject({ method: 'POST', url: `/api/depot/${waiting?.depot_id}/lire` })
    expect(asked.json()).toMatchObject({ type: 'donations' })
    const { fichier_id } = asked.json<{ fichier_id: string }>()
    const payload = { fichier_id, nom: 'Anne' }
    const started = await app.inject({
      method: 'POST',
      url: '/api/upload/donations/upload',
      payload,
    })
    expect(started.statusCode).toBe(202)
    await expect.poll(() => lister('importes', jour()), SOON).toContain('passe.csv')
    expect(await sortDe('passe.csv', 'a_decider')).toMatchObject({
      sort: 'importe',
      phrase: 'Par Anne, nom saisi : 1 don ajouté, 0 modifié, 0 inchangé.',
    })
    await expect.poll(() => lister('a-decider'), SOON).toEqual(['outil.csv'])
    const unknown = await app.inject({
      method: 'POST',
      url: `/api/depot/${waiting?.depot_id}/lire`,
    })
    expect(unknown.statusCode).toBe(404)
  })

  test('ce qui attend s’écarte : il est avec les refusés, sans être lu, et n’attend plus', async () => {
    await poser('ecarte.csv', donations(`4;40;${year - 4}-01-02;A`))
    await expect.poll(() => lister('a-decider'), SOON).toContain('ecarte.csv')
    const waiting = await attendre('ecarte.csv')
    const before = await stored()
    const ecarter = () =>
      app.inject({
        method: 'POST',
        url: `/api/depot/${waiting?.depot_id}/ecarter`,
        payload: { nom: 'Anne' },
      })
    const done = await ecarter()
    expect([done.statusCode, done.json()]).toEqual([200, { nom: 'ecarte.csv' }])
    expect(await sortDe('ecarte.csv', 'a_decider')).toMatchObject({
      sort: 'refuse',
      phrase: 'Écarté par Anne, nom saisi.',
      chemin: 'refuses/ecarte.csv',
    })
    expect(await lister('refuses')).toEqual(
      expect.arrayContaining(['ecarte.csv', 'ecarte.csv.txt']),
    )
    expect(await lister('a-decider')).not.toContain('ecarte.csv')
    expect(await stored()).toEqual(before)
    expect((await ecarter()).statusCode).toBe(404)
  })

  test('ce qu’une personne décide et garde comme modèle laisse passer le fichier suivant', async () => {
    const { attendent } = await lire()
    const [waiting] = attendent
    const asked = await app.inject({ method: 'POST', url: `/api/depot/${waiting?.depot_id}/lire` })
    const { fichier_id } = asked.json<{ fichier_id: string }>()
    const file = (await app.inject(`/api/fichiers/${fichier_id}`)).json<Fichier>()
    const lecture = {
      ligne_entete: file.ligne_entete,
      colonnes: { order_date: 'Quand', email: 'E-mail' },
      nom_complet: 'Qui',
      montant: { plus: ['Combien'], moins: [] },
      constantes: {},
      sorts: [{ colonne: 'Statut', valeurs: { Payé: 'compte' } }],
      cle: { colonne: 'N° du don' },
      identite: ['email_et_nom'],
      sans_identite: 'rejeter',
      fuseau: 'tel quel',
      jours: 'jma',
      prefixe: 'MA',
    }
    const kept = await app.inject({
      method: 'POST',
      url: '/api/fichiers/modeles',
      payload: { nom: 'Maison', lecture },
    })
    expect(kept.statusCode, kept.body).toBe(201)
    const url = `/api/fichiers/${fichier_id}`
    let compte: CompteFichier | undefined
    await expect
      .poll(async () => {
        compte = (
          await app.inject({ method: 'POST', url: `${url}/lecture`, payload: lecture })
        ).json<CompteFichier>()
        return compte.compte?.dons.nouveaux
      }, SOON)
      .toBe(1)
    const payload = { lecture: compte?.lecture, empreinte: compte?.empreinte }
    const started = await app.inject({ method: 'POST', url: `${url}/importer`, payload })
    expect(started.statusCode, started.body).toBe(202)
    await poser('outil-2.csv', OUTIL.replaceAll(';1;Payé', ';2;Payé').replaceAll(';12;', ';13;'))
    expect(await sortDe('outil-2.csv')).toMatchObject({ sort: 'importe', type: 'fichier' })
    await poser('outil-3.csv', `${OUTIL}Léo Roy;leo@exemple.fr;5;02/01/${year};3;Contesté\n`)
    const blocked = await sortDe('outil-3.csv')
    expect(blocked.sort).toBe('a_decider')
    expect(blocked.phrase).toMatch(
      /Colonne « Statut » : « Contesté » compte-t-il \? 1 ligne, 5,00 €\./,
    )
    // Taken out by hand, it waits no more.
    await rename(path.join(DEPOT_DIR, 'a-decider/outil-3.csv'), path.join(DEPOT_DIR, '.ailleurs'))
    await expect.poll(async () => (await lire()).attendent, SOON).toEqual([])
  })

  test('un import qui a fini sans que le fichier soit déplacé n’est pas refait', async () => {
    const before = await stored()
    const file = path.join(DEPOT_DIR, 'interrompu.csv')
    await writeFile(path.join(DEPOT_DIR, '.interrompu'), donations(`40;4;${year}-01-02;A`))
    await rename(path.join(DEPOT_DIR, '.interrompu'), file)
    // As if a process had died between the import of these bytes and the move of the file.
    const { rows } = await database.pool.query<{ fichier_id: string }>(
      `select fichier_id from imports join fichiers using (fichier_id) where nom = 'c-Contacts.csv'`,
    )
    const marque = execFileSync('stat', ['-c', '%i:%s:%.9Y', file])
      .toString()
      .trim()
      .replace(/\.(\d+)$/, '$1')
    await database.pool.query(
      `insert into depot_fichiers (nom, taille, marque, fichier_id) values ('interrompu.csv', 30, $1, $2)`,
      [marque, rows[0]?.fichier_id],
    )
    expect(await sortDe('interrompu.csv')).toMatchObject({
      sort: 'importe',
      upload_id: rows[0]?.fichier_id,
    })
    expect(await stored()).toEqual(before)
    // What becomes of it is said before it is moved.
    await expect.poll(() => lister('importes', jour()), SOON).toContain('interrompu.csv')
  })
})
