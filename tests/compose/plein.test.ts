import { describe, expect, test } from 'vitest'
import { deployer } from '../support/deploiement'
import { analyser, fichier } from '../support/deposer'
import { getByRole } from '../support/html'
import { attendreTotal, importerDeuxFichiers, TOTAL } from '../support/jeu'
import { etape } from '../support/operating'

const volume = (size: string) => ({
  driver: 'local',
  driver_opts: { type: 'tmpfs', device: 'tmpfs', o: `size=${size},mode=1777` },
})
/** Fills the disk, and keeps it while the database restarts. */
const reserve = {
  image: 'postgres:18',
  user: 'postgres',
  entrypoint: ['sleep', 'infinity'],
  init: true,
  network_mode: 'none',
  volumes: ['base:/base', 'points:/points'],
}
const essai = await deployer({
  services: { reserve },
  volumes: { base: volume('700m'), points: volume('20m') },
})

const remplir = (place: string) =>
  essai.lancer(
    `docker compose exec -T reserve bash -c 'dd if=/dev/zero of=/${place}/plein bs=64k || true; sync'`,
  )
const vider = (place: string) => essai.lancer(`docker compose exec -T reserve rm /${place}/plein`)

const CONTACTS = fichier(
  'Contacts.csv',
  `contact_id;firstname;lastname;city;zip\n${Array.from({ length: 40_000 }, (_, at) => `P${at};Jeanne;Martin;Nantes;44000`).join('\n')}`,
)

test('A1 tout part, de deux fichiers', async () => {
  await essai.lancer('docker compose up --build --wait')
  await importerDeuxFichiers(essai.visite)
})

describe('Un disque plein', () => {
  test('A1 celui de la base : l’envoi d’un fichier le dit, les écrans restent, et tout revient', async () => {
    await remplir('base')
    const upload = await essai.visite.ouvrir('/upload')
    const refused = await analyser(essai.visite, upload, 'donateurs', CONTACTS)
    expect(refused.html).toMatch(/plus de place|est plein/)
    await attendreTotal(essai.visite, TOTAL)
    await vider('base')
    const preview = await analyser(
      essai.visite,
      await essai.visite.ouvrir('/upload'),
      'donateurs',
      CONTACTS,
    )
    getByRole(preview.document, 'heading', 'Analyse du fichier')
  })

  test('A1 celui des sauvegardes : elle échoue avec une phrase, et ne laisse rien', async () => {
    await remplir('points')
    const line = etape('build/service/backup.js')
    expect(await essai.echouer(line)).toMatch(/La sauvegarde a échoué : .*plein/)
    await vider('points')
    expect(await essai.lancer(line)).toContain('Sauvegarde terminée')
    const kept = await essai.lancer('docker compose exec -T service ls /data/sauvegardes')
    expect(kept.trim().split('\n')).toHaveLength(1)
    await attendreTotal(essai.visite, TOTAL)
  })
})
