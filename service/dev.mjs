// What `npm run dev` runs: everything from its sources, restarted or reloaded when one of them changes.
import { watch } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from './start.mjs'

const project = fileURLToPath(new URL('..', import.meta.url))
process.chdir(project)
install()

const { watchPrograms } = await import('./build.mjs')
let restart = () => {}
await watchPrograms(() => restart())
// The service applies the migrations when it starts.
watch(path.join(project, 'migrations'), { recursive: true }, () => restart())

const built = '../build/dev/launch.js'
const { launch } = /** @type {typeof import('./programs/launch/launch.ts')} */ (await import(built))
restart = await launch(process.argv.slice(2), 'sources')
