// The web app from its sources with hot reload: replaces remix-serve in `npm run dev`.
/** @import { IncomingMessage, ServerResponse } from 'node:http' */
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { createServer } from 'vite'

const { HOST: host, PORT, DATA_DIR = '.data' } = process.env
const project = process.cwd()

/** Only these folders are served: no other file, least of all the data folder and its secrets. */
const folders = [
  'remix',
  'node_modules',
  'service/contract',
  'service/edge',
  'service/figures',
  'service/files',
]

/** @typedef {(request: IncomingMessage, response: ServerResponse, next: () => void) => void} Gate */
/** @type {Gate} */
let gate = (_request, response) => void response.writeHead(503).end()

const server = await createServer({
  configFile: 'remix/vite.config.ts',
  server: {
    ...(host !== undefined && { host }),
    port: Number(PORT),
    strictPort: true,
    cors: false,
    fs: {
      strict: true,
      allow: folders.map((folder) => realpathSync(folder)),
      deny: [
        '.env',
        '.env.*',
        '*.{crt,pem,key,secret}',
        '**/.git/**',
        `${path.resolve(DATA_DIR)}/**`,
      ],
    },
  },
  plugins: [
    {
      name: 'gate',
      // Runs before Vite's own middlewares.
      configureServer: ({ middlewares }) =>
        void middlewares.use((request, response, next) => gate(request, response, next)),
    },
  ],
})
/** @type {{ guardSources: (sources: { project: string, folders: string[] }, env: NodeJS.ProcessEnv) => Gate }} */
const { guardSources } = /** @type {any} */ (await server.ssrLoadModule('/remix/gate/dev.ts'))
gate = guardSources({ project, folders }, process.env)
await server.listen()

const end = () => void server.close().finally(() => process.exit(0))
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, end)
process.once('disconnect', end)
process.send?.('ready')
