import { setTimeout as wait } from 'node:timers/promises'
import type { Running } from '#process/child'
import { openFolder } from '#process/folder'
import { lockFolder } from '#process/lock'
import { DATABASE, findServer, prepareEmbedded } from './embedded-server'
import { type Access, openRoles } from './roles'

/** A running embedded PostgreSQL. `stop` leaves it running if another process started it. */
export interface Embedded extends Access {
  started: boolean
  stop: () => Promise<void>
}

const JOIN_PATIENCE = 15_000

/** Joins the database that another process runs, or is starting, in `folder`. */
async function join(folder: string): Promise<Access> {
  for (const start = performance.now(); performance.now() - start < JOIN_PATIENCE;) {
    const url = await findServer(folder)
    if (url !== undefined) return openRoles(url, DATABASE)
    await wait(200)
  }
  throw new Error(
    `L’application tourne sur ${folder}, mais sa base ne répond pas : réessayez dans un instant.`,
  )
}

/**
 * Opens the embedded PostgreSQL of `dataDir`: starts it, or joins it if another process runs it. Throws an Error with
 * one French sentence if it cannot.
 */
export async function openEmbedded(
  dataDir: string,
  options: { settings?: string[] } = {},
): Promise<Embedded> {
  const folder = openFolder(dataDir)
  const unlock = lockFolder(folder)
  if (typeof unlock === 'number')
    return { ...(await join(folder)), started: false, stop: () => Promise.resolve() }
  let running: Running | undefined
  const stop = async () => {
    await running?.stop()
    unlock()
  }
  try {
    const server = await prepareEmbedded(folder, options)
    running = server.start()
    await running.ready
    return { ...server.access(), started: true, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
