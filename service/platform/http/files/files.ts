import { diskFull, isDiskFull } from '#process/disk'
import { Problem } from '../../../problem'
import { Abandoned } from '../../database/abandon'
import { createTurns } from '../../database/turns'
import { createRoom, type Room } from './room'
import { openSpool, type Spool } from './spool'

const TOO_MANY = 'Trop de fichiers sont préparés en même temps. Réessayez dans quelques instants.'

/** Files produced concurrently, each at the database's pace. */
const TURNS = {
  places: 3,
  own: 2,
  longestMs: 30_000,
  refusal: () => new Problem('indisponible', TOO_MANY),
}
/** Files not complete by then are streamed. */
const READY_MS = 5_000

/** A file ready to send; its length is known if it is complete. */
export interface Made {
  length: number | undefined
  read: () => AsyncGenerator<Buffer>
}

/**
 * Produces a file from these lines at full speed, however slow its reader; `signal` fires when nobody reads it any
 * more. Failures in the first seconds, or while waiting for a slot, are thrown here, before anything is sent.
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

/** Creates a producer of files spooled in `folder` until read. */
export function createMake(folder: string): Make {
  const turns = createTurns(TURNS)
  const room = createRoom(folder)

  return async (personne, lines, signal) => {
    const giveBack = await turns.take(personne, signal)
    const spool = openSpool(folder)
    room.add(spool)
    const forget = () => {
      spool.forget(new Abandoned())
      room.leave(spool)
    }
    signal.addEventListener('abort', forget, { once: true })
    if (signal.aborted) forget()

    let parts = 0
    let isLate = false
    let begin = (_isWhole: false) => {}
    const begun = new Promise<false>((resolve) => (begin = resolve))
    const look = () => {
      // The first chunk may be just the header, which proves nothing.
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
