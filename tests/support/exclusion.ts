import { sql } from 'kysely'
import type { Db } from '../../service/platform/database/connect'

async function record(db: Db, contactId: string, type: string): Promise<void> {
  await sql`
    select ajouter_evenement_exclusion(gen_random_uuid(), ${contactId}, ${type}, 'essai', 'Utilisateur', null,
      coalesce((select max(numero) from evenements_exclusion where contact_id = ${contactId}), 0))
  `.execute(db)
}

export const exclude = (db: Db, contactId: string) => record(db, contactId, 'EXCLUSION')
export const reinstate = (db: Db, contactId: string) => record(db, contactId, 'REINTEGRATION')

/** Somebody judges a donor genuine, whatever was found about it; where nothing was, one reason of 50 points. */
export async function judgeLegitime(db: Db, contactId: string): Promise<void> {
  await sql`
    select inscrire_decision_legitime(gen_random_uuid(), ${contactId}, 'LEGITIME', 'essai', 'Utilisateur', null, 50,
      coalesce(
        (
          select jsonb_agg(
            jsonb_build_object('regle', regle, 'cle', cle, 'points', points, 'faits', faits) order by regle, cle
          )
          from signalements
          where contact_id = ${contactId}
        ),
        '[{"regle": "B1", "cle": "2024-06-15", "points": 50, "faits": {"le": "2024-06-15", "dons": 10}}]'
      )
    )
  `.execute(db)
}
