import { connect as open, createServer, type Socket } from 'node:net'

/** A way to the database at `url` that can stand still, as a frozen machine does, or be gone. */
export async function createFragileWay(url: string) {
  const target = new URL(url)
  const ends = new Set<Socket>()
  let state: 'open' | 'frozen' | 'gone' = 'open'

  const server = createServer((client) => {
    if (state === 'gone') {
      client.destroy()
      return
    }
    const database = open(Number(target.port), target.hostname)
    for (const [end, other] of [
      [client, database],
      [database, client],
    ] as const) {
      ends.add(end)
      end.on('data', (bytes) => other.write(bytes))
      end.on('error', () => other.destroy())
      end.on('close', () => {
        ends.delete(end)
        other.destroy()
      })
      if (state === 'frozen') end.pause()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  const way = new URL(url)
  way.port = String(address.port)

  return {
    url: way.href,
    freeze() {
      state = 'frozen'
      for (const end of ends) end.pause()
    },
    cut() {
      state = 'gone'
      for (const end of ends) end.destroy()
    },
    mend() {
      state = 'open'
      for (const end of ends) end.resume()
    },
    async close() {
      for (const end of ends) end.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
