import { chown, mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { deployer } from '../support/deploiement'
import { attendreTotal, exclureLePremier, importerDeuxFichiers } from '../support/jeu'
import { statusOf } from '../support/lancement'
import { etape, fichierDe } from '../support/operating'

const essai = await deployer()

const PROGRAMMES = ['db', 'service', 'web']
/** How long something took, in the log of the run. */
async function chronometrer<Result>(what: string, run: () => Promise<Result>) {
  const start = performance.now()
  const result = await run()
  console.log(`${what} : ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return result
}
const SECRETS = ['POSTGRES_PASSWORD', 'OWNER_PASSWORD', 'SERVICE_PASSWORD', 'SERVICE_TOKEN']

/** The total of the year once a donor is excluded. */
let reste = ''
const RESTES: Record<string, string> = { C1: '320,00 €', C2: '1 534,50 €', C3: '1 254,50 €' }

/** Throws where something disagrees, or no checkpoint vouches for the log. */
const audit = () => essai.lancer(etape('service/audit.mjs'))

describe('Le démarrage', () => {
  test('A1 un secret qui manque arrête tout, et son nom est dit', async () => {
    for (const name of SECRETS)
      expect(await essai.echouer(`env ${name}= docker compose up`)).toContain(
        `${name} is missing a value: see .env.example`,
      )
  })

  test('A1 « docker compose up --build --wait » construit, migre et attend que tout réponde', async () => {
    await chronometrer('up --build --wait', () => essai.lancer(etape('up --build --wait')))
    for (const name of PROGRAMMES)
      expect(await essai.inspecter(name, '{{.State.Health.Status}}'), name).toBe('healthy')
    expect(await essai.inspecter('migrate', '{{.State.Status}} {{.State.ExitCode}}')).toBe(
      'exited 0',
    )
    expect(await statusOf(`${essai.url}/ready`)).toBe(200)
    expect(await statusOf(`${essai.url}/dashboard`)).toBe(200)
  })
})

describe('Les conteneurs', () => {
  test('D n’écrivent que là où il faut, leur dossier personnel compris', async () => {
    for (const [name, places] of Object.entries({ db: '/', service: '/ ~/', web: '/ ~/' })) {
      const tried = `exec 2>&1; for place in ${places} /tmp/; do touch $place.essai && echo oui; done; grep CapEff /proc/1/status; id -u`
      const told = await essai.lancer(`docker compose exec -T ${name} bash -c '${tried}'`)
      const refused = told.match(/Read-only file system/g)
      expect([refused?.length, told.match(/^oui$/gm)], name).toEqual([
        places.split(' ').length,
        ['oui'],
      ])
      expect(told, name).toMatch(/CapEff:\s0+\n[1-9]\d*\n$/)
    }
  })

  test('le service ne répond qu’avec son jeton, sous son rôle', async () => {
    const status = (url: string) => `fetch('${url}').then(({ status }) => console.log(status))`
    const annees = 'http://service:3001/api/dashboard/annees'
    expect(await essai.dedans('web', status(annees))).toBe('401')
    expect(await essai.dedans('web', status('http://service:3001/ready'))).toBe('200')
    expect(await essai.dedans('web', status('http://service:9464/metrics'))).toBe('200')
    const roles = "select distinct usename from pg_stat_activity where datname = 'dons'"
    const sql = `docker compose exec -T db psql -U postgres -Atc "${roles}" dons`
    expect((await essai.lancer(sql)).split('\n')).toContain('dons_service')
    expect(await essai.lancer(sql)).not.toContain('dons_owner')
  })

  test('C sous le nom de son conteneur, l’application web se fait nommer dans ALLOWED_HOSTS', async () => {
    const live = "fetch('http://web:3000/live').then(({ status }) => console.log(status))"
    expect(await essai.dedans('service', live)).toBe('421')
    await essai.regler({ ALLOWED_HOSTS: 'web' })
    await essai.lancer('docker compose up --wait')
    expect(await essai.dedans('service', live)).toBe('200')
  })

  test('leurs journaux se lisent, le dernier mot compris', async () => {
    await essai.visite.ouvrir('/donations/historique')
    expect(await essai.lancer(etape('docker compose logs'))).toContain(
      '"chemin":"/donations/historique"',
    )
  })
})

describe('Les données', () => {
  test('A1 deux fichiers, par les formulaires et sans scripts, puis une exclusion', async () => {
    await importerDeuxFichiers(essai.visite)
    reste = RESTES[await exclureLePremier(essai.visite)] ?? ''
    expect(reste).not.toBe('')
    await attendreTotal(essai.visite, reste)
  })

  test('A1 le rapport d’une année s’écrit dans un dossier de la machine', async () => {
    const folder = path.join(essai.folder, 'rapports')
    await mkdir(folder)
    await chown(folder, 1000, 1000)
    await essai.lancer(etape('build/service/rapport.js').replace('2025', '2024'))
    expect(await readdir(folder)).toContain('rapport-2024.html')
  })

  test('A1 un fichier arrive de lui-même par l’entrée standard, et une liste part de même', async () => {
    const rows = 'id;order_amount;order_date;contact_id\nD3;300;2024-03-01;C3\n'
    await writeFile(path.join(essai.folder, 'Donations.csv'), rows)
    // It came already, and changes nothing.
    expect(await essai.lancer(etape('build/service/importer.js'))).toContain('rien n’a changé')
    const folder = path.join(essai.folder, 'exports')
    await mkdir(folder)
    await chown(folder, 1000, 1000)
    await essai.lancer(etape('build/service/exporter.js'))
    expect(await readdir(folder)).toEqual(['routeur.csv'])
  })

  test('A1 un fichier posé dans le dossier est pris, et rangé', async () => {
    const folder = path.join(essai.folder, 'depot')
    await mkdir(folder)
    await chown(folder, 1000, 1000)
    const override = path.join(essai.folder, 'docker-compose.override.yml')
    await writeFile(override, fichierDe('give the folder to the user 1000', 'yaml'))
    await essai.lancer(etape('docker compose up --wait'))
    const rows = 'id;order_amount;order_date;contact_id\nD3;300;2024-03-01;C3\n'
    await writeFile(path.join(folder, 'Nuit.csv'), rows, { mode: 0o644 })
    const lies = async () => {
      const [day = ''] = await readdir(path.join(folder, 'importes')).catch(() => [])
      return readdir(path.join(folder, 'importes', day)).catch(() => [])
    }
    await expect.poll(lies, { timeout: 60_000, interval: 500 }).toEqual(['Nuit.csv'])
  })

  test('A1 le journal se vérifie, ses points de contrôle compris', async () => {
    expect(await audit()).toContain('Résultat           : journal intact')
  })

  test('A1 qui doit être oublié l’est par les deux rôles, jusque dans les fichiers de la base', async () => {
    const told = await essai.lancer(etape('rgpd.js'))
    expect(told).toContain('Aucun effacement n’est demandé.')
    expect(told).not.toContain('n’ont pas été réécrits')
  })

  test('A1 une sauvegarde se fait, et se copie hors du volume', async () => {
    await essai.lancer(etape('build/service/backup.js'))
    await essai.lancer(etape('docker compose cp'))
    const folder = path.join(essai.folder, 'data', 'sauvegardes')
    expect(await readdir(folder)).toHaveLength(1)
    expect(await readdir(path.join(essai.folder, 'data', 'checkpoints'))).not.toEqual([])
  })

  test('A1 l’arrêt prend quelques secondes, proprement, et rien n’est perdu', async () => {
    const before = performance.now()
    await chronometrer('stop', () => essai.lancer(etape('docker compose stop')))
    expect(performance.now() - before).toBeLessThan(15_000)
    for (const name of PROGRAMMES)
      expect(await essai.inspecter(name, '{{.State.ExitCode}}'), name).toBe('0')
    await chronometrer('up --wait', () => essai.lancer(etape('docker compose up --wait')))
    await attendreTotal(essai.visite, reste)
  })

  test('A1 un jeton nouveau vaut dès le prochain « up »', async () => {
    const token = 'un-autre-jeton-de-seize-signes'
    await essai.regler({ SERVICE_TOKEN: token })
    await essai.lancer(etape('docker compose up --wait'))
    await attendreTotal(essai.visite, reste)
    const asked = (given: string) =>
      `fetch('http://service:3001/api/dashboard/annees', { headers: { authorization: 'Bearer ${given}' } }).then(({ status }) => console.log(status))`
    expect(await essai.dedans('web', asked(token))).toBe('200')
    expect(await essai.dedans('web', asked('un-jeton-d-avant-la-rotation'))).toBe('401')
  })

  test('B6 tout est perdu, la copie d’une sauvegarde revient, et le journal se vérifie', async () => {
    await essai.lancer('docker compose down --volumes')
    const [name = ''] = await readdir(path.join(essai.folder, 'data', 'sauvegardes'))
    await essai.lancer(etape('| docker compose run'))
    const told = await essai.lancer(etape('restore.js').replace('sauvegarde-…', name))
    expect(told).toContain('Restauration terminée.')
    await essai.lancer(etape('docker compose up --wait'))
    await attendreTotal(essai.visite, reste)
    await audit()
  })

  test('B6 copiée par « docker compose cp », elle ne se lit pas, et la raison est dite', async () => {
    await essai.lancer('docker compose cp data/sauvegardes service:/data/copie')
    const told = await essai.echouer(
      etape('restore.js').replace('sauvegardes/sauvegarde-…', 'copie/$(ls data/sauvegardes)'),
    )
    expect(told).toMatch(/n’en a pas le droit/)
  })
})

describe('Une version plus récente', () => {
  test('B8 les images de base se renouvellent, ou rien ne change où elles ne répondent pas', async () => {
    const images = () => essai.inspecter('db', '{{.Image}} {{.Created}}')
    const before = await images()
    const line = etape('build --pull')
    const told = await essai.lancer(`${line} || echo absentes`)
    console.log(told.slice(-600))
    if (told.includes('absentes')) expect(await images()).toBe(before)
    await attendreTotal(essai.visite, reste)
  })

  test('A1 « up --build --wait » garde les données', async () => {
    await essai.lancer(etape('up --build --wait'))
    await attendreTotal(essai.visite, reste)
  })
})
