import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { PageQuery } from '#contract/pagination'
import type { UneVague, Vague, VagueNommee } from '#contract/vagues'
import { formatCount, plural } from '#figures/format'
import { recordAll } from '../exclusions/exclude-many'
import { deriveId } from '../exclusions/groupes/membres'
import { waitForOthers } from '../exclusions/record'
import type { Db } from '../platform/database/connect'
import { inSnapshot } from '../platform/database/snapshot'
import { locatePage } from '../platform/http/page'
import { Problem } from '../problem'
import { CLE_VAGUE, WAVES } from './raisons'
import { REGLES } from './regles'
import type { Faits } from './regles/regle'
import { SEUILS } from './seuils'

/** The reasons of waves as they weigh; of a donor in two, the wave of the media. */
const MEMBRES = sql`(
  select distinct on (contact_id) contact_id, regle, faits, (faits ->> 'le')::date as jour,
    (faits ->> 'montant')::numeric as montant, ${CLE_VAGUE} as cle
  from signalements
  left join poids_en_vigueur as poids using (regle)
  where regle = any (${WAVES}::text[]) and points * coalesce(poids, 100) / 100 >= ${SEUILS.points}
  order by contact_id, regle
)`

const isNamed = ({ regle, jour, montant, cle }: VagueNommee) =>
  sql`regle = ${regle} and jour = ${jour}::date and montant = ${montant}::numeric and cle = ${cle}`

interface Ligne extends VagueNommee {
  donateurs: number
  total: number
  faits: Faits
}

const phraseOf = (regle: string, faits: Faits) =>
  `${REGLES.find(({ code }) => code === regle)?.vague?.(faits) ?? ''}.`

const toVague = ({ faits, ...vague }: Ligne): Vague => ({
  ...vague,
  media: String(faits['media'] ?? ''),
  raisons: [phraseOf(vague.regle, faits)],
})

/** Waves of these rows, those not excluded counted; the largest first. */
async function readWaves(tx: Db, of: RawBuilder<unknown>): Promise<Vague[]> {
  const { rows } = await sql<Ligne>`
    select regle, jour::text as jour, montant, cle, count(*) as donateurs, count(*) * montant as total,
      (array_agg(faits order by contact_id))[1] as faits
    from ${MEMBRES} as membres
    where contact_id not in (select contact_id from contacts_exclus) and ${of}
    group by regle, jour, montant, cle
    order by donateurs desc, jour desc
    limit 100`.execute(tx)
  return rows.map(toVague)
}

/** The waves that nobody decided on. */
export const readVagues = (tx: Db): Promise<Vague[]> =>
  readWaves(
    tx,
    sql`(regle, jour, montant, cle) not in (select regle, jour, montant, cle from vagues_legitimes)`,
  )

const inconnue = () =>
  new Problem('introuvable', 'Cette vague n’existe pas, ou n’existe plus.', { champ: 'jour' })

async function readDecision(tx: Db, nommee: VagueNommee): Promise<UneVague['legitime']> {
  const { rows } = await sql<NonNullable<UneVague['legitime']>>`
    select raison, decide_par, identite,
      to_char(decide_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as decide_le
    from vagues_legitimes
    where ${isNamed(nommee)}
    order by vagues_legitimes.decide_le desc
    limit 1`.execute(tx)
  return rows[0] ?? null
}

/** A wave with its donors, the domains of their mailboxes and the days around it; throws a Problem if there is none. */
export const readVague = (
  db: Db,
  { page, limit, ...nommee }: VagueNommee & PageQuery,
): Promise<UneVague> =>
  inSnapshot(db, async (tx) => {
    const [found] = await readWaves(tx, isNamed(nommee))
    const membres = sql`(select * from ${MEMBRES} as tous where ${isNamed(nommee)}) as membres`
    const { rows: comptes } = await sql<{ tous: number; exclus: number }>`
      select count(*) as tous, count(*) filter (where contact_id in (select contact_id from contacts_exclus)) as exclus
      from ${membres}`.execute(tx)
    const { tous = 0, exclus = 0 } = comptes[0] ?? {}
    if (tous === 0) throw inconnue()
    const { pagination, offset } = locatePage({ page, limit }, tous)
    const { rows: donateurs } = await sql<UneVague['donateurs'][number]>`
      select membres.contact_id, firstname, lastname, coalesce(is_company, false) as is_company, city, zip, email, phone,
        membres.contact_id in (select contact_id from contacts_exclus) as exclu, jour::text as le
      from ${membres}
      left join fiches on fiches.contact_id = membres.contact_id
      order by length(membres.contact_id), membres.contact_id
      limit ${limit} offset ${offset}`.execute(tx)
    const { rows: boites } = await sql<UneVague['boites'][number]>`
      select coalesce(nullif(lower(split_part(email, '@', 2)), ''), 'sans adresse') as domaine, count(*) as donateurs
      from ${membres}
      left join fiches on fiches.contact_id = membres.contact_id
      group by 1
      order by donateurs desc, domaine
      limit 50`.execute(tx)
    const { rows: jours } = await sql<UneVague['jours'][number]>`
      select jour::text as jour, count(contact_id) as donateurs
      from (select (${nommee.jour}::date + ecart) as jour from generate_series(-7, 7) as ecart) as jours
      left join donateurs_annees on premier_jour = jour and cumul_nombre = 1 and montant = ${nommee.montant}::numeric
        and annee = date_part('year', jour)::smallint
        and (${nommee.regle} = 'B4' or media = ${nommee.cle})
      group by jour
      order by jours.jour`.execute(tx)
    const none = {
      ...nommee,
      media: nommee.regle === 'B3' ? nommee.cle : '',
      donateurs: 0,
      total: 0,
      raisons: [],
    }
    return {
      vague: found ?? none,
      legitime: await readDecision(tx, nommee),
      exclus,
      boites,
      jours,
      donateurs,
      pagination,
    }
  })

export interface SurVague extends VagueNommee {
  decision_id?: string | undefined
  donateurs: number
  raison: string
  decide_par: string
  identite: string | null
}

/** The wave as it is, which is as it was seen; throws a Problem where it is another, or decided on. */
async function checkSeen(tx: Db, { donateurs, ...nommee }: SurVague): Promise<Vague> {
  const [found] = await readWaves(tx, isNamed(nommee))
  if (!found) throw inconnue()
  if (await readDecision(tx, nommee))
    throw new Problem('conflit', 'Cette vague a déjà été jugée légitime. Rechargez la page.')
  if (found.donateurs !== donateurs)
    throw new Problem(
      'conflit',
      `Cette vague a changé entre-temps\u00A0: elle compte ${plural(found.donateurs, 'donateur')}. Rechargez la page et recommencez.`,
    )
  return found
}

/** Records that a wave is honest; idempotent by `decision_id`. */
export const sayHonest = (db: Db, acte: SurVague): Promise<Vague> =>
  db.transaction().execute(async (tx) => {
    const { decision_id = randomUUID(), raison, decide_par, identite, ...nommee } = acte
    await waitForOthers(tx)
    const { rows } = await sql`
      select from vagues_legitimes where decision_id = ${decision_id} and ${isNamed(nommee)}`.execute(
      tx,
    )
    if (rows.length > 0) {
      const [known] = await readWaves(tx, isNamed(nommee))
      if (known) return known
    }
    const found = await checkSeen(tx, acte)
    const { regle, jour, montant, cle, donateurs, total } = found
    await sql`
      insert into vagues_legitimes (decision_id, regle, jour, montant, cle, donateurs, total, raison, decide_par, identite)
      values (${decision_id}, ${regle}, ${jour}, ${montant}, ${cle}, ${donateurs}, ${total}, ${raison}, ${decide_par}, ${identite})`.execute(
      tx,
    )
    return found
  })

/** Excludes the donors of a wave, an event each, all of them or none; returns how many. */
export async function excludeWave(db: Db, acte: SurVague): Promise<number> {
  const { decision_id = randomUUID(), raison, decide_par, identite } = acte
  const { rows } = await inSnapshot(db, async (tx) => {
    await checkSeen(tx, acte)
    return sql<{ contact_id: string }>`
      select contact_id
      from ${MEMBRES} as membres
      where ${isNamed(acte)} and contact_id not in (select contact_id from contacts_exclus)
      order by length(contact_id), contact_id`.execute(tx)
  })
  const commandes = rows.map(({ contact_id }) => ({
    type: 'EXCLUSION' as const,
    evenement_id: deriveId(decision_id, contact_id),
    contact_id,
    raison,
    exclu_par: decide_par,
    identite,
  }))
  const evenements = await recordAll(db, commandes, async () => {})
  return evenements.length
}

export const announceExcluded = (exclus: number) =>
  `${formatCount(exclus)} donateurs de la vague sont exclus, chacun par un événement du journal.`
