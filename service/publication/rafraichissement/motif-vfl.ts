import type { Db } from '../../platform/database/connect'

/** Stores the VFL pattern where the views read it; a change makes a refresh due. */
export async function recordMotifVfl(db: Db, motif: string): Promise<void> {
  await db
    .updateTable('parametres')
    .set({ campagne_vfl_motif: motif })
    .where('campagne_vfl_motif', '<>', motif)
    .execute()
}
