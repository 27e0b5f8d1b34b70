// The web app from its sources, each change shown in the open page: what `npm run dev` runs instead of remix-serve.
// The gate does not stand before it, so it is for this machine only.
import { createServer } from 'vite'

const { HOST: host, PORT } = process.env
const server = await createServer({
  configFile: 'remix/vite.config.ts',
  server: { ...(host !== undefined && { host }), port: Number(PORT), strictPort: true },
})
await server.listen()

const end = () => void server.close().finally(() => process.exit(0))
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, end)
process.once('disconnect', end)
process.send?.('ready')
