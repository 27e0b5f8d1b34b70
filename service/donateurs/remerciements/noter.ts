import { sql } from 'kysely'
import { plural } from '#figures/format'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { Problem } from '../../problem'

interface Asked {
  contacts: string[]
  jour: string
  par: string
}

/** Nobody else writes one meanwhile, so that none is noted or taken back twice. */
const alone = (tx: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('remerciements', 0))`.execute(tx)

/** Throws a Problem for a day to come, and for contacts of whom nothing is stored, or whose card was emptied for good. */
async function refuse(tx: Db, { contacts, jour }: Asked): Promise<void> {
  const { venu, inconnus } = onlyRow(
    await sql<{ venu: boolean; inconnus: string[] }>`
      select
        ${jour}::date <= (now() at time zone 'Europe/Paris')::date as venu,
        array(
          select demande from unnest(${contacts}::text[]) as demande
          where demande in (select contact_id from donateurs_anonymises) or (
            demande not in (select contact_id from donateurs where contact_id = any(${contacts}::text[]))
            and demande not in (select contact_brut from dons_des_contacts where contact_brut = any(${contacts}::text[]))
          )
        ) as inconnus`.execute(tx),
  )
  if (!venu) throw new Problem('invalide', 'Ce jour n’est pas encore venu.', { champ: 'jour' })
  if (inconnus.length > 0)
    throw new Problem(
      'introuvable',
      `Le contact ${inconnus[0]} n’existe pas, ou sa fiche est vidée.`,
      {
        champ: 'contacts',
      },
    )
}

/** Notes that these were thanked, and says in words how many; who was noted for that day already is not again. */
export const noterRemerciements = (db: Db, asked: Asked) =>
  db.transaction().execute(async (tx) => {
    await alone(tx)
    await refuse(tx, asked)
    const { contacts, jour, par } = asked
    const { rows } = await sql`
      insert into remerciements (contact_id, jour, par)
      select contact_id, ${jour}::date, ${par}
      from unnest(${contacts}::text[]) with ordinality as demandes (contact_id, rang)
      where not exists (
        select from remerciements_en_vigueur as deja
        where deja.contact_id = demandes.contact_id and deja.jour = ${jour}::date
      )
      group by contact_id
      order by min(rang)
      returning numero`.execute(tx)
    const ecrits = rows.length
    const deja = new Set(contacts).size - ecrits
    return {
      ecrits,
      message: [
        ecrits > 0 &&
          `${plural(ecrits, 'donateur est noté comme remercié', 'donateurs sont notés comme remerciés')}.`,
        deja > 0 && `${plural(deja, 'l’était déjà', 'l’étaient déjà')} de ce jour.`,
      ]
        .filter(Boolean)
        .join(' '),
    }
  })

/** Takes a thank-you back; throws a Problem where it does not hold any more. */
export const reprendre = (db: Db, numero: number, par: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await alone(tx)
    const { rows } = await sql`
      insert into remerciements (contact_id, annule, par)
      select contact_id, numero, ${par} from remerciements_en_vigueur where numero = ${numero}
      returning numero`.execute(tx)
    if (rows.length === 0)
      throw new Problem('conflit', 'Ce remerciement ne vaut plus : il est déjà repris.')
  })
