import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { Problem } from '../../problem'

/** Database overhead per row, in bytes. */
export const ROW_BYTES = 32

/** Files being read or awaiting import; their rows stay in the database for up to a day. */
export interface Waiting {
  fichierId: string
  personne: string
  poids: number
  /** Old enough for a new file to evict it. */
  isOld: boolean
}

/** Quota of staged files and of their bytes. */
export interface Room {
  files: number
  bytes: number
}

/** Quotas per person and in total; a file of maximum size always fits beside another. */
export function roomsFor(maxBytes: number): { own: Room; all: Room } {
  const bytes = Math.max(4 * maxBytes, 4 * 1024 ** 3)
  return { own: { files: 20, bytes }, all: { files: 100, bytes: 2 * bytes } }
}

/** Pseudonym of a person: distinguishable, not identifiable. */
export const hashOf = (personne: string): string =>
  createHash('sha256').update(personne).digest('base64url').slice(0, 16)

const TOO_MANY =
  'Trop de fichiers attendent déjà d’être importés. Importez-en un, ou recommencez dans dix minutes\u00a0: les plus anciens laisseront alors leur place.'

/** More than a file of this size can legitimately need. */
export const tooHeavy = () =>
  new Problem(
    'trop_grand',
    'Ce fichier prend trop de place une fois lu, avec ceux qui attendent déjà d’être importés. Importez-les d’abord, ou partagez-le en plusieurs fichiers.',
  )

const exceeds = ({ files, bytes }: Room, waiting: readonly Waiting[], poids: number) =>
  waiting.length >= files ||
  (waiting.length > 0 && waiting.reduce((sum, one) => sum + one.poids, poids) > bytes)

/**
 * Returns which staged files, oldest first, to evict for one of `poids` more bytes, and how heavy that one may become;
 * undefined if it cannot fit.
 */
export function findRoom(
  { own, all }: { own: Room; all: Room },
  waiting: readonly Waiting[],
  { personne, poids }: { personne: string; poids: number },
): { leaving: string[]; bytes: number } | undefined {
  let staying = waiting
  const leaving: string[] = []
  for (;;) {
    const mine = staying.filter((one) => one.personne === personne)
    const isOwnFull = exceeds(own, mine, poids)
    if (!isOwnFull && !exceeds(all, staying, poids)) {
      const left = (room: Room, those: readonly Waiting[]) =>
        those.reduce((bytes, one) => bytes - one.poids, room.bytes)
      return { leaving, bytes: Math.min(left(own, mine), left(all, staying)) }
    }
    const first = (isOwnFull ? mine : staying).find((one) => one.isOld)
    if (!first) return undefined
    leaving.push(first.fichierId)
    staying = staying.filter((one) => one !== first)
  }
}

/** Files that count against the quota, oldest first. Those being imported do not. */
async function readWaiting(db: Db): Promise<Waiting[]> {
  return db
    .selectFrom('fichiers')
    .leftJoin('imports', 'imports.fichier_id', 'fichiers.fichier_id')
    .select([
      'fichiers.fichier_id as fichierId',
      'depose_par as personne',
      'poids',
      sql<boolean>`lecture is not null and depose_le < clock_timestamp() - interval '10 minutes'`.as(
        'isOld',
      ),
    ])
    .where('en_depot', '=', true)
    .where((where) => where.or([where('statut', 'is', null), where('statut', '=', 'error')]))
    .orderBy('depose_le')
    .execute()
}

/** Reserves room for one more file, one caller at a time until `tx` ends. Throws a Problem if there is none. */
export async function takeRoom(
  tx: Db,
  rooms: { own: Room; all: Room },
  asked: { personne: string; poids: number },
): Promise<{ leaving: string[]; bytes: number }> {
  await sql`select pg_advisory_xact_lock(hashtext('imports:depots'))`.execute(tx)
  const found = findRoom(rooms, await readWaiting(tx), asked)
  if (!found) throw new Problem('trop_de_demandes', TOO_MANY)
  return found
}
