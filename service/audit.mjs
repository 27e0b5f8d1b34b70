// What `npm run audit` runs: the auditor, and the embedded database for it where it is given no other.
/** @import { OpenEmbedded } from './exclusions/audit/database.mjs' */
import { audit } from './exclusions/audit/audit.mjs'

/** @type {OpenEmbedded} */
async function openEmbedded(dataDir) {
  const { build, install } = await import('./start.mjs')
  install()
  await build()
  const built = '../build/service/embedded.js'
  const embedded = /** @type {typeof import('./platform/database/embedded.ts')} */ (
    await import(built)
  )
  return embedded.openEmbedded(dataDir)
}

process.exitCode = await audit(openEmbedded)
