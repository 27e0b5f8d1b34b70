import { sql } from 'kysely'
import { formatDay, formatMoney, plural } from '#figures/format'
import type { Db } from '../../platform/database/connect'
import { anneesLointaines, JOURS_VIDES } from '../parsing/cells/douteux'
import { dayText } from '../parsing/cells/values'
import { depotOf } from '../staging/depot'
import { type Order, readPeriod } from '../writing/order'

interface Groupe {
  vide: string | null
  annee: number
  lignes: number
  montant: number
}

/** So many are named. */
const NAMED = 5

/** Warns of gifts of a day that programs write where they have none, or of years before nearly all others. */
export async function warnOfJours(db: Db, order: Order): Promise<string[]> {
  const period = order.type === 'donations' ? readPeriod(order) : null
  // Nearly every file has a few years, and none of these days.
  if (!period || period.dernier - period.premier < 100_000) return []
  const vides = [...JOURS_VIDES].map(dayText)
  const { rows } = await sql<Groupe>`
    select case when order_date = any(${vides}::date[]) then order_date::text end as vide,
      date_part('year', order_date)::integer as annee, count(*) as lignes, sum(order_amount) as montant
    from ${depotOf(order.fichierId).lignes}
    group by 1, 2 order by 2`.execute(db)
  const lointaines = anneesLointaines(rows.filter(({ vide }) => vide === null))
  const found = rows.filter((row) => row.vide !== null || lointaines.includes(row))
  if (found.length === 0) return []
  const named = found
    .slice(0, NAMED)
    .map(
      ({ vide, annee, lignes, montant }) =>
        `${vide === null ? annee : formatDay(vide)}\u00A0: ${plural(lignes, 'don')}, ${formatMoney(montant)}`,
    )
  return [
    `Des dons sont datés d’un jour qu’un programme écrit quand il n’en a pas, ou de dix ans avant presque tous les autres (${named.join('\u00A0; ')}${found.length > NAMED ? '…' : ''})\u00A0: corrigez ces dates dans le fichier si elles ne sont pas vraies.`,
  ]
}
