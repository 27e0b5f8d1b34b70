import { execFileSync, spawnSync } from 'node:child_process'
import { cp, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { deployer } from '../support/deploiement'
import { attendreTotal, exclureLePremier, importerDeuxFichiers, TOTAL } from '../support/jeu'
import { etape, fichierDe } from '../support/operating'
import { testIf } from '../support/test-if'

/** An early 0.2.0, whose images held one program each. */
const COMMIT = '177ff1f088cf67672740f1a26c84f5a2e7457831'
const hasHistory = spawnSync('git', ['cat-file', '-e', `${COMMIT}:service/Dockerfile`]).status === 0

const essai = await deployer()
const image = (target: string) => `analyse-gestion-des-dons-essai:${COMMIT.slice(0, 7)}-${target}`

/**
 * Builds the images of that commit by its own Dockerfile: packages from the cache of npm, and those that only building
 * needs left where they are, since to prune them took minutes.
 */
async function construireLAncienne(): Promise<void> {
  await essai.lancer('mkdir ancienne')
  const archive = execFileSync('git', ['archive', COMMIT], { maxBuffer: 256 * 1024 * 1024 })
  execFileSync('tar', ['-x', '-C', `${essai.folder}/ancienne`], { input: archive })
  await essai.lancer(`
    sed -i -e 's#^RUN npm ci#RUN --mount=type=cache,target=/root/.npm npm ci#' -e '/^RUN npm prune/d' \
      ancienne/service/Dockerfile
    for target in service web; do
      docker build -q -f ancienne/service/Dockerfile --target $target -t ${image('$target')} ancienne
    done`)
}

const override = path.join(essai.folder, 'docker-compose.override.yml')

/** Has its own compose file run, with what the papers add to it. */
async function prendreLAncienne(): Promise<void> {
  await essai.lancer('cp ancienne/docker-compose.yml .')
  await writeFile(override, fichierDe('The compose files of 0.2.0', 'yaml'))
  const services = {
    migrate: { image: image('service') },
    service: { image: image('service') },
    web: { image: image('web') },
  }
  await essai.surcharger({ services })
}

async function prendreLaNouvelle(): Promise<void> {
  await cp('docker-compose.yml', path.join(essai.folder, 'docker-compose.yml'))
  await rm(override)
  await essai.surcharger({})
}

const AUDIT = etape('service/audit.mjs')
const SON_AUDIT = AUDIT.replace('service/audit.mjs', 'service/exclusions/audit/main.mjs')

/** Throws where the contact's exclusion, the total without it, or the log is not as it was. */
async function verifier(contact: string, audit: string): Promise<void> {
  const { html } = await essai.visite.ouvrir('/donations/historique')
  expect(html).toContain(contact)
  const rests: Record<string, string> = { C1: '320,00 €', C2: '1 534,50 €', C3: '1 254,50 €' }
  await attendreTotal(essai.visite, rests[contact] ?? TOTAL)
  expect(await essai.lancer(audit)).toContain('journal intact')
}

describe('Une base d’avant', () => {
  testIf(hasHistory, 'l’histoire du projet manque')(
    'A1 montée par « up --build --wait », garde ses données et se vérifie, et sa sauvegarde revient',
    async () => {
      await construireLAncienne()
      await prendreLAncienne()
      await essai.lancer('docker compose up --no-build --wait')
      await importerDeuxFichiers(essai.visite)
      await attendreTotal(essai.visite, TOTAL)
      const contact = await exclureLePremier(essai.visite)
      await verifier(contact, SON_AUDIT)
      await essai.lancer(etape('build/service/backup.js'))
      await essai.lancer(etape('docker compose cp'))

      await prendreLaNouvelle()
      await essai.lancer(etape('up --build --wait'))
      await verifier(contact, AUDIT)

      await essai.lancer('docker compose down --volumes')
      await prendreLAncienne()
      const [name = ''] = await readdir(path.join(essai.folder, 'data', 'sauvegardes'))
      await essai.lancer(etape('| docker compose run'))
      await essai.lancer(etape('restore.js').replace('sauvegarde-…', name))
      await essai.lancer(etape('docker compose up --wait'))
      await verifier(contact, SON_AUDIT)
    },
  )
})
