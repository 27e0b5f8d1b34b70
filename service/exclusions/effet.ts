import { sql } from 'kysely'
import type { Compte, EffetExclusion } from '#contract/exclusions'
import { Tranche } from '#contract/montants'
import { nameProfil } from '#figures/profils'
import { centsOf } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import { readNoms } from '../platform/database/noms'
import type { Profil, Segment } from '../platform/database/schema'
import { Problem } from '../problem'
import { readPersonne } from './groupes/membres'
import { readEtat } from './record'

const SEGMENTS = { 1: 'beginners', 2: 'fideles', 3: 'super_fideles' } as const

interface Faits {
  recul: number
  tranche_total: number
  tranche_dernier: number
  segment: Segment
  profil: Profil
  media: string
  origine: string
}

type Annee = { annee: number; donations: number; montant: number } & (
  | Faits
  | { [Key in keyof Faits]: null }
)

/** The gifts of a person's contacts by year, and where that year's published facts count them. */
async function readAnnees(db: Db, contacts: string[]): Promise<Annee[]> {
  const { rows } = await sql<Annee>`
    select annee, donations, par_annee.montant, recul, tranche_total, tranche_dernier, segment, profil, media, origine
    from (
      select date_part('year', order_date)::integer as annee, count(*) as donations, sum(order_amount) as montant
      from donations
      where contact_id = any(${contacts}) and order_amount > 0
      group by 1
    ) as par_annee
    left join (
      select * from annees_presentes where contact_id = contact_canonique(${contacts[0] ?? ''})
    ) as faits using (annee)
    order by annee desc`.execute(db)
  return rows
}

function toCompte(annee: Annee, produit: string): Compte | null {
  const total = Tranche.options[annee.tranche_total ?? -1]
  const dernier = Tranche.options[annee.tranche_dernier ?? -1]
  if (annee.recul === null || !total || !dernier) return null
  const { recul, segment, profil, media, origine } = annee
  return {
    groupe: recul === 0 ? 'nouveaux' : 'anciens',
    tranche_total: total,
    tranche_dernier: dernier,
    segment: SEGMENTS[segment],
    profil_campagne: nameProfil(produit, profil),
    codemedia_code: media,
    origincode_code: origine,
  }
}

/** Whether no import has changed this donor since the publication. */
async function isUpToDate(db: Db, contacts: string[]): Promise<boolean> {
  const { rows } = await sql<{ a_jour: boolean }>`
    select comprises and not exists (
      select from journal_dons, faits_publies
      where contact_id = any(${contacts}) and version > donations_version
    ) as a_jour
    from exclusions_comprises`.execute(db)
  return rows[0]?.a_jour ?? false
}

/** What an exclusion removes from the figures, and a reinstatement restores. */
export async function readEffet(
  db: Db,
  produit: string,
  contact_id: string,
): Promise<EffetExclusion> {
  const etat = await readEtat(db, contact_id)
  if (!etat.connu)
    throw new Problem('introuvable', `Le donateur ${contact_id} n’existe pas.`, {
      champ: 'contact_id',
    })
  const contacts = await readPersonne(db, contact_id)
  const annees = await readAnnees(db, contacts)
  const cents = annees.reduce((sum, row) => sum + centsOf(row.montant), 0)
  return {
    contact_id,
    exclu: etat.exclu,
    avec: contacts.filter((other) => other !== contact_id),
    nom: (await readNoms(db, [contact_id]))(contact_id),
    numero_attendu: etat.numero,
    donations: annees.reduce((sum, row) => sum + row.donations, 0),
    montant: cents / 100,
    a_jour: await isUpToDate(db, contacts),
    par_annee: annees.map((row) => ({
      annee: row.annee,
      donations: row.donations,
      montant: row.montant,
      compte: toCompte(row, produit),
    })),
  }
}
