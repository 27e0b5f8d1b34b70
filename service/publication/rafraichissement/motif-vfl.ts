import type { Db } from '../../platform/database/connect'

/** Writes the pattern of VFL where the views read it; a refresh is due if it changed. */
export async function recordMotifVfl(db: Db, motif: string): Promise<void> {
  await db
    .updateTable('parametres')
    .set({ campagne_vfl_motif: motif })
    .where('campagne_vfl_motif', '<>', motif)
    .execute()
}
