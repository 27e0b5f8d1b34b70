import { type RawBuilder, sql } from 'kysely'
import type { NumerosRepris, ParAnnee } from '#contract/apercus'
import type { Db } from '../../platform/database/connect'

/** From so many gifts on, and such a share of the stored ones, numbers that come back as other gifts are no corrections. */
const FEWEST = 5
const SHARE = 1 / 5

const BOTH_COUNT = sql`s.order_amount > 0 and t.order_amount > 0`
/** Whether a row `s` is of another donor on another day than the stored gift `t` of its key. */
export const EST_AUTRE = sql<boolean>`
  (${BOTH_COUNT} and s.contact_id <> t.contact_id and s.order_date <> t.order_date)`
/** That, or of another year. */
export const EST_REPRIS = sql<boolean>`
  (${BOTH_COUNT} and date_part('year', s.order_date) <> date_part('year', t.order_date) or ${EST_AUTRE})`

/** Gifts of a file whose numbers may begin again. */
interface Fichier {
  /** Its rows, with their keys as `id`. */
  lignes: RawBuilder<unknown>
  /** What its keys begin with. */
  devant: string
  /** Of its gifts, those stored; of these, others by EST_AUTRE, and by EST_REPRIS. */
  connus: number
  autres: number
  repris: number
  par_annee: ParAnnee
}

/** Whether the keys of a file are 1 … n. */
async function isSuite(tx: Db, { lignes, devant }: Fichier): Promise<boolean> {
  const { rows } = await sql<{ suite: boolean }>`
    select bool_and(cle ~ '^[0-9]{1,9}$')
      and min(numero) = 1 and max(numero) = count(*) and count(distinct numero) = count(*) as suite
    from (
      select cle, case when cle ~ '^[0-9]{1,9}$' then cle::integer end as numero
      from (select substr(id, ${devant.length + 1}::integer) as cle from ${lignes}) as cles
    ) as numeros`.execute(tx)
  return rows[0]?.suite ?? false
}

/** Asks whether keys that are stored begin again, where it seems so, with what each answer gives in the years that it changes. */
export async function demanderRepris(tx: Db, file: Fichier): Promise<NumerosRepris | null> {
  const { lignes, devant, connus, autres, repris, par_annee } = file
  const isShare = (count: number) => count > 0 && count >= connus * SHARE
  const asked =
    (repris >= FEWEST && isShare(repris)) ||
    isShare(autres) ||
    (repris > 0 && (await isSuite(tx, file)))
  if (!asked) return null
  const { rows: stored } = await sql<ParAnnee[number] & { retires: number; retire: number }>`
    select date_part('year', t.order_date)::integer as annee, count(*) as dons, sum(t.order_amount) as montant,
      count(s.id) as retires, coalesce(sum(t.order_amount) filter (where s.id is not null), 0) as retire
    from donations as t
    left join ${lignes} as s on s.id = t.id
    where starts_with(t.id, ${devant})
    group by 1`.execute(tx)
  const changed = [...stored.filter(({ retires }) => retires > 0), ...par_annee]
  const years = [...new Set(changed.map(({ annee }) => annee))].toSorted(
    (one, other) => one - other,
  )
  const sum = (isCorrected: boolean): ParAnnee =>
    years.map((annee) => {
      const of = stored.find((one) => one.annee === annee)
      const read = par_annee.find((one) => one.annee === annee)
      const before = isCorrected ? (of?.montant ?? 0) - (of?.retire ?? 0) : (of?.montant ?? 0)
      return {
        annee,
        dons: (of?.dons ?? 0) - (isCorrected ? (of?.retires ?? 0) : 0) + (read?.dons ?? 0),
        montant: Math.round((before + (read?.montant ?? 0)) * 100) / 100,
      }
    })
  return { nombre: repris, connus, autres_dons: sum(false), corrections: sum(true) }
}

/** Asks likewise of Donations.csv, of whose rows so many are new. */
export async function demanderReprisDe(
  tx: Db,
  lignes: RawBuilder<unknown>,
  { nouveaux, autres, repris }: { nouveaux: number; autres: number; repris: number },
): Promise<NumerosRepris | null> {
  if (repris === 0) return null
  const { rows: par_annee } = await sql<ParAnnee[number]>`
    select date_part('year', order_date)::integer as annee, count(*) as dons, sum(order_amount) as montant
    from ${lignes} group by 1 order by 1`.execute(tx)
  const connus = par_annee.reduce((sum, { dons }) => sum + dons, 0) - nouveaux
  return demanderRepris(tx, { lignes, devant: '', connus, autres, repris, par_annee })
}
