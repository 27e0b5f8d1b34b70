import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect } from 'vitest'
import { deployer } from '../support/deploiement'
import { attendreTotal, exclureLePremier, importerDeuxFichiers, TOTAL } from '../support/jeu'
import { etape } from '../support/operating'
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

describe('Une base d’avant', () => {
  testIf(hasHistory, 'l’histoire du projet manque')(
    'A1 montée par « up --build --wait », garde ses données et se vérifie',
    async () => {
      await construireLAncienne()
      const services = {
        migrate: { image: image('service') },
        service: { image: image('service') },
        web: { image: image('web') },
      }
      await essai.surcharger({ services })
      await essai.lancer('docker compose up --no-build --wait')
      await importerDeuxFichiers(essai.visite)
      await attendreTotal(essai.visite, TOTAL)
      const contact = await exclureLePremier(essai.visite)
      const before = await essai.visite.ouvrir('/donations/historique')
      expect(before.html).toContain(contact)

      await essai.surcharger({})
      await essai.lancer(etape('up --build --wait'))
      const after = await essai.visite.ouvrir('/donations/historique')
      expect(after.html).toContain(contact)
      await attendreTotal(
        essai.visite,
        { C1: '320,00 €', C2: '1 534,50 €', C3: '1 254,50 €' }[contact] ?? TOTAL,
      )
      expect(await essai.lancer(etape('service/audit.mjs'))).toContain('journal intact')
    },
  )
})
