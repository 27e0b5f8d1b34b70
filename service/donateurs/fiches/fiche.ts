import { sql, type SqlBool } from 'kysely'
import type { Carriere, Fiche, Personne } from '#contract/fiches'
import { Identite } from '#contract/identite'
import type { PageQuery } from '#contract/pagination'
import type { Db } from '../../platform/database/connect'
import { readHorizon } from '../../platform/database/horizon'
import { onlyRow } from '../../platform/database/only-row'
import { inSnapshotOfGifts } from '../../platform/database/snapshot'
import { locatePage } from '../../platform/http/page'
import { Problem } from '../../problem'
import { listOppositionsDe } from '../oppositions/lire'
import { listRemerciementsDe } from '../remerciements/lire'
import { type Dons, listAnnees } from './statuts'

/** The group of a contact, its principal first; null for one that is in none. */
async function readPersonne(tx: Db, contact_id: string): Promise<Personne | null> {
  const { rows: groups } = await sql<{ membres: string[] }>`
    select membres_des_groupes(array[${contact_id}]) as membres`.execute(tx)
  if ((groups[0]?.membres.length ?? 0) < 2) return null
  type Row = Personne['membres'][number] & { principal: string }
  const { rows } = await sql<Row>`
    select
      membre as contact_id,
      contact_canonique(membre) as principal,
      firstname,
      lastname,
      (select count(*) from donations where donations.contact_id = membre and order_amount > 0) as donations,
      (select coalesce(sum(order_amount), 0) from donations where donations.contact_id = membre) as montant,
      to_char(survenu_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as depuis,
      raison,
      coalesce(identite, exclu_par) as par
    from unnest(membres_des_groupes(array[${contact_id}])) as membre
    left join groupes_contacts as groupes on groupes.contact_id = membre
    left join evenements_exclusion using (numero)
    left join donateurs as fiches on fiches.contact_id = membre
    order by groupes.contact_id is not null, length(membre), membre collate "C"`.execute(tx)
  const [first] = rows
  if (!first || rows.length === 1) return null
  return {
    principal: first.principal,
    membres: rows.map(({ principal: _principal, ...membre }) => membre),
  }
}

const COLONNES = Identite.keyof().options
const SANS_FICHE = Object.fromEntries(COLONNES.map((column) => [column, null])) as Identite

const MOST_EVENTS = 100

type Events = Fiche['evenements']

/** The latest events of these contacts, newest first. */
const readEvenements = (tx: Db, contacts: string[]): Promise<Events> =>
  tx
    .selectFrom('evenements_exclusion')
    .select([
      'numero',
      'type',
      'raison',
      'exclu_par',
      'identite',
      sql<string>`to_char(survenu_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as(
        'survenu_le',
      ),
      'donations_concernees',
      'montant_concerne',
      'contact_id',
      'contact_principal',
    ])
    .where(sql<SqlBool>`(contact_id = any(${contacts}) or contact_principal = any(${contacts}))`)
    .orderBy('numero', 'desc')
    .limit(MOST_EVENTS)
    .execute()

async function readIdentite(tx: Db, contact_id: string) {
  const carte = await tx
    .selectFrom('fiches')
    .select(COLONNES)
    .where('contact_id', '=', sql<string>`contact_canonique(${contact_id})`)
    .executeTakeFirst()
  const etat = onlyRow(
    await sql<{ exclu: boolean; anonymise_le: string | null }>`
    select
      exists (select from donateurs_exclus where contact_id = ${contact_id}) as exclu,
      (
        select to_char(anonymise_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
        from donateurs_anonymises
        where contact_id = ${contact_id}
      ) as anonymise_le
  `.execute(tx),
  )
  return { a_une_fiche: carte !== undefined, identite: carte ?? SANS_FICHE, ...etat }
}

/** The years with gifts, ascending. */
async function readDons(tx: Db, contacts: string[]): Promise<Dons[]> {
  const { rows } = await sql<Dons>`
    select
      extract(year from order_date)::int as annee,
      count(*) as nombre_dons,
      sum(order_amount) as montant,
      min(order_date) as premier_jour,
      max(order_date) as dernier_jour
    from donations
    where contact_id = any(${contacts}) and order_amount > 0
    group by 1
    order by 1
  `.execute(tx)
  return rows
}

async function readCarriere(
  tx: Db,
  contacts: string[],
  horizon: string | null,
): Promise<Omit<Carriere, 'annees_de_don'>> {
  return onlyRow(
    await sql<Omit<Carriere, 'annees_de_don'>>`
    select
      count(*) filter (where order_amount > 0) as nombre_dons,
      count(*) filter (where order_amount = 0) as dons_nuls,
      coalesce(sum(order_amount), 0) as cumul,
      coalesce(
        sum(order_amount) filter (
          where order_date > ${horizon}::date - interval '12 months' and order_date <= ${horizon}::date
        ),
        0
      ) as cumul_12_mois,
      round(avg(order_amount) filter (where order_amount > 0), 2) as don_moyen,
      max(order_amount) filter (where order_amount > 0) as plus_grand_don,
      min(order_date) filter (where order_amount > 0) as premier_don,
      max(order_date) filter (where order_amount > 0) as dernier_don,
      (array_agg(order_amount order by order_date desc, length(id) desc, id collate "C" desc)
        filter (where order_amount > 0))[1] as dernier_montant
    from donations
    where contact_id = any(${contacts})
  `.execute(tx),
  )
}

const readDonations = (
  tx: Db,
  contacts: string[],
  { offset, limit }: { offset: number; limit: number },
): Promise<Fiche['donations']> =>
  tx
    .selectFrom('donations')
    .select([
      'id',
      'order_id',
      'order_amount',
      'order_date',
      'codemedia_code',
      'campaign_code',
      'origincode_code',
      'product_code',
      'contact_id',
    ])
    .where('contact_id', 'in', contacts)
    .orderBy('order_date', 'desc')
    .orderBy(sql`length(id)`, 'desc')
    .orderBy(sql`id collate "C"`, 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

/** Of these contacts, those of whom it is known by which of several keys gifts came. */
async function readPlusieursCles(tx: Db, contacts: string[]): Promise<string[]> {
  const { rows } = await sql<{ contact_id: string }>`
    select contact_id from voies where contact_id = any(${contacts}) and voie <> ''
    group by contact_id order by 1`.execute(tx)
  return rows.map(({ contact_id }) => contact_id)
}

/** Everything stored about a contact, in one snapshot; past the end, the last page. */
export const readFiche = (db: Db, contact_id: string, page: PageQuery): Promise<Fiche> =>
  inSnapshotOfGifts(db, async (tx) => {
    const identite = await readIdentite(tx, contact_id)
    const horizon = await readHorizon(tx)
    const personne = await readPersonne(tx, contact_id)
    const contacts = personne?.membres.map((membre) => membre.contact_id) ?? [contact_id]
    const oppositions = await listOppositionsDe(tx, contacts)
    const remerciements = await listRemerciementsDe(tx, contacts)
    const dons = await readDons(tx, contacts)
    const carriere = await readCarriere(tx, contacts, horizon)
    const evenements = await readEvenements(tx, contacts)
    const stored = carriere.nombre_dons + carriere.dons_nuls
    if (!identite.a_une_fiche && stored === 0 && evenements.length === 0)
      throw new Problem('introuvable', `Le contact ${contact_id} n’existe pas.`, {
        champ: 'contact_id',
      })
    const { pagination, offset } = locatePage(page, stored)
    const presente = Number(horizon?.slice(0, 4) ?? 0)
    const annees = listAnnees(dons, presente)
    const now = annees.find(({ annee }) => annee === presente)
    return {
      contact_id,
      ...identite,
      personne,
      plusieurs_cles: await readPlusieursCles(tx, contacts),
      oppositions,
      remerciements,
      horizon,
      statut: now?.statut ?? null,
      raison: now?.raison ?? null,
      carriere: { ...carriere, annees_de_don: dons.length },
      annees,
      evenements,
      donations: await readDonations(tx, contacts, { offset, limit: page.limit }),
      pagination,
    }
  })
