import { diskFull, isDiskFull } from '#process/disk'
import { Problem } from '../../../problem'
import { createTurns } from '../../database/turns'
import { createRoom, type Room } from './room'
import { openSpool, type Spool } from './spool'

const TOO_MANY = 'Trop de fichiers sont préparés en même temps. Réessayez dans quelques instants.'

/** Files that are made at once, each at the pace of the database. */
const TURNS = {
  places: 3,
  own: 2,
  longestMs: 30_000,
  refusal: () => new Problem('indisponible', TOO_MANY),
}
/** A file that is not whole by then is sent as it comes. */
const READY_MS = 5_000

/** A file that can be sent; its length is known where it is whole. */
export interface Made {
  length: number | undefined
  read: () => AsyncGenerator<Buffer>
}

/**
 * Makes a file of these lines as fast as they come, however slowly its reader takes it; `signal` says that nobody reads
 * it any more. What goes wrong in its first seconds, or while it waits for a place, is thrown here, before anything is
 * sent.
 */
export type Make = (
  personne: string,
  lines: AsyncIterable<string>,
  signal: AbortSignal,
) => Promise<Made>

async function fill(
  { spool, room }: { spool: Spool; room: Room },
  lines: AsyncIterable<string>,
  onPart: () => void,
): Promise<void> {
  try {
    for await (const text of lines) {
      const bytes = Buffer.from(text)
      await room.grow(bytes.length)
      await spool.write(bytes)
      onPart()
    }
    spool.end()
  } catch (error) {
    const told = isDiskFull(error)
      ? new Problem('indisponible', diskFull('les fichiers'), { cause: error })
      : (error as Error)
    spool.end(told)
    throw told
  }
}

/** Makes files that have their bytes in `folder` until they are read. */
export function createMake(folder: string): Make {
  const turns = createTurns(TURNS)
  const room = createRoom(folder)

  return async (personne, lines, signal) => {
    const giveBack = await turns.take(personne, signal)
    const spool = openSpool(folder)
    room.add(spool)
    const forget = () => {
      spool.forget()
      room.leave(spool)
    }
    signal.addEventListener('abort', forget, { once: true })
    if (signal.aborted) forget()

    let parts = 0
    let isLate = false
    let begin = (_isWhole: false) => {}
    const begun = new Promise<false>((resolve) => (begin = resolve))
    const look = () => {
      // The first part may be a heading, which proves nothing.
      if (isLate && parts > 1) begin(false)
    }
    const timer = setTimeout(() => {
      isLate = true
      look()
    }, READY_MS)
    const whole = fill({ spool, room }, lines, () => {
      parts++
      look()
    }).finally(() => clearTimeout(timer))
    whole.then(
      () => giveBack(),
      (error: unknown) => giveBack(error instanceof Problem),
    )
    const isWhole = await Promise.race([whole.then(() => true as const), begun])
    return { length: isWhole ? spool.size() : undefined, read: spool.read }
  }
}
