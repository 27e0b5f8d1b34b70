import { sql } from 'kysely'
import type { Db } from '../../service/database/connect'

async function record(db: Db, contactId: string, type: string): Promise<void> {
  await sql`
    select ajouter_evenement_exclusion(gen_random_uuid(), ${contactId}, ${type}, 'essai', 'Utilisateur', null,
      coalesce((select max(numero) from evenements_exclusion where contact_id = ${contactId}), 0))
  `.execute(db)
}

export const exclude = (db: Db, contactId: string) => record(db, contactId, 'EXCLUSION')
export const reinstate = (db: Db, contactId: string) => record(db, contactId, 'REINTEGRATION')

/** Somebody judges a donor genuine, whatever speaks against it: one reason of 50 points. */
export async function judgeLegitime(db: Db, contactId: string): Promise<void> {
  await sql`
    select inscrire_decision_legitime(gen_random_uuid(), ${contactId}, 'essai', 'Utilisateur', null, 50,
      '[{"regle": "T1", "cle": "test", "points": 50, "faits": {"champ": "nom", "mot": "test"}}]')
  `.execute(db)
}
