// `npm run bench -- NAME …`: compiles tests/bench/NAME.ts and runs what it exports, with the remaining arguments.
import { mkdir } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { rooms } from '../../service/build.mjs'

const project = fileURLToPath(new URL('../..', import.meta.url))
const [name, ...args] = process.argv.slice(2)
if (!name) throw new Error('Say which: npm run bench -- import')

const target = path.join(project, 'build', 'bench')
await mkdir(target, { recursive: true })
await build({
  entryPoints: {
    [name]: path.join(project, 'tests', 'bench', `${name}.ts`),
    // The thread of a whole refresh is beside its program.
    fil: path.join(project, 'service', 'publication', 'calcul', 'fil.ts'),
  },
  outdir: target,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  alias: rooms,
  outExtension: { '.js': '.mjs' },
  logLevel: 'warning',
})

const [processor] = os.cpus()
const memory = Math.round(os.totalmem() / 1024 ** 3)
console.log(`${processor?.model ?? 'unknown processor'}, ${os.cpus().length} cores, ${memory} GB`)
console.log(`Node ${process.versions.node}, ${os.type()} ${os.release()}\n`)
/** @type {{ default: (args: string[]) => Promise<void> }} */
const { default: run } = await import(pathToFileURL(path.join(target, `${name}.mjs`)).href)
await run(args)
