import { sql } from 'kysely'
import type { CleContact, ClesContact, EffetPartage, Partagee } from '#contract/partages'
import { listWords } from '#figures/format'
import { centsOf, sum } from '#figures/ratios'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { isDistributed } from '../../platform/database/repartition'
import type { Schema } from '../../platform/database/schema'
import { Problem } from '../../problem'
import { carteDe } from '../fichiers/voies'
import { type Carte, carteDuPartant, carteDuRestant, cellulesDe, type Personne } from './cartes'

/** The way of gifts to a contact, as it is stored, with these gifts by year; '' where it is not known. */
interface Voie {
  voie: string
  genre: string
  carte: Carte
  dite_le: string | null
  fichier_id: string | null
  dons: { annee: number; donations: number; montant: number }[]
}

export interface Lu {
  contact_id: string
  refus: string | null
  stockee: Carte
  voies: Voie[]
}

const donsDe = (voies: readonly Voie[]) =>
  sum(voies.flatMap(({ dons }) => dons.map(({ donations }) => donations)))
const montantDe = (voies: readonly Voie[]) =>
  sum(voies.flatMap(({ dons }) => dons.map(({ montant }) => centsOf(montant)))) / 100

interface Etat {
  existe: boolean
  exclu: boolean
  vide: boolean
  membres: string[]
}

function refuser(contact: string, etat: Etat, voies: readonly Voie[]): string | null {
  const { vide, exclu, membres } = etat
  const others = membres.filter((membre) => membre !== contact)
  if (vide) return 'La fiche de ce contact est vidée\u00a0: ses clés n’existent plus.'
  if (others.length > 0)
    return `Ce contact est la même personne que ${listWords(others)}\u00a0: séparez d’abord ces numéros, sur la fiche.`
  if (exclu) return 'Ce contact est exclu\u00a0: réintégrez-le d’abord.'
  if (voies.filter(({ dons }) => dons.length > 0).length < 2)
    return 'Une seule clé mène à ce contact, à ce que l’on sait\u00a0: il n’y a rien à séparer. De dons importés avant que leurs clés soient notées, réimportez le fichier entier.'
  return null
}

/** What led gifts to a contact, and whether that can be parted. Throws a Problem for one that is not known. */
export async function lireVoies(tx: Db, contact_id: string): Promise<Lu> {
  if (await isDistributed<Schema>(tx))
    throw new Problem(
      'conflit',
      'Les données sont réparties sur plusieurs serveurs\u00a0: les clés d’un contact n’y peuvent pas être séparées.',
    )
  const etat = onlyRow(
    await sql<Etat>`
      select
        exists (select from donateurs where contact_id = ${contact_id})
          or exists (select from donations where contact_id = ${contact_id}) as existe,
        exists (select from donateurs_exclus where contact_id = ${contact_id}) as exclu,
        exists (select from contacts_anonymises where contact_id = ${contact_id}) as vide,
        membres_des_groupes(array[${contact_id}]) as membres`.execute(tx),
  )
  if (!etat.existe)
    throw new Problem('introuvable', `Le contact ${contact_id} n’existe pas.`, {
      champ: 'contact_id',
    })
  const { rows: cards } = await sql<{ carte: Carte }>`
    select ${carteDe((column) => sql`${sql.ref(`t.${column}`)}`)} as carte
    from donateurs as t where contact_id = ${contact_id}`.execute(tx)
  const { rows } = await sql<Voie>`
    with siens as materialized (
      select coalesce(voie, '') as voie, date_part('year', order_date)::integer as annee,
        count(*) as donations, sum(order_amount) as montant
      from donations left join voies_dons on don_id = id
      where contact_id = ${contact_id}
      group by 1, 2
    )
    select
      encode(coalesce(v.voie, s.voie), 'hex') as voie, coalesce(genre, '') as genre, coalesce(carte, '{}') as carte,
      dite_le, fichier_id, coalesce(dons, '[]') as dons
    from (select * from voies where contact_id = ${contact_id}) as v
    full join (
      select voie,
        jsonb_agg(jsonb_build_object('annee', annee, 'donations', donations, 'montant', montant) order by annee) as dons
      from siens group by voie
    ) as s on s.voie = v.voie
    where v.voie is not null or s.voie = ''
    order by coalesce(v.voie, s.voie) <> '', dite_le desc, 1`.execute(tx)
  return {
    contact_id,
    refus: refuser(contact_id, etat, rows),
    stockee: cards[0]?.carte ?? {},
    voies: rows,
  }
}

export const direCles = ({ contact_id, refus, voies }: Lu): ClesContact => ({
  contact_id,
  refus,
  cles: voies
    .filter(({ voie, dons }) => voie !== '' || dons.length > 0)
    .map((one) => ({
      cle: one.voie || null,
      genre: (one.genre || null) as CleContact['genre'],
      carte: cellulesDe(one.carte),
      dite_le: one.dite_le,
      donations: donsDe([one]),
      montant: montantDe([one]),
    })),
})

export interface Choisi {
  partent: Voie[]
  restent: Voie[]
  part: Personne
  reste: Personne
  donations: number
}

/** Both persons where these keys have a number of their own; throws a Problem where nobody would be parted. */
export function choisir({ refus, voies, stockee }: Lu, cles: readonly string[]): Choisi {
  if (refus !== null) throw new Problem('conflit', refus)
  const asked = new Set(cles)
  const partent = voies.filter(({ voie }) => asked.has(voie))
  const restent = voies.filter(({ voie }) => !asked.has(voie))
  if (partent.length < asked.size)
    throw new Problem(
      'conflit',
      'L’une de ces clés ne mène plus à ce contact. Rechargez la page et recommencez.',
    )
  const donations = donsDe(partent)
  if (donations === 0)
    throw new Problem(
      'conflit',
      'Aucun don n’est venu par ces clés\u00a0: choisissez-en une autre.',
      {
        champ: 'cles',
      },
    )
  if (donsDe(restent) === 0)
    throw new Problem(
      'conflit',
      'Tous les dons sont venus par ces clés\u00a0: laissez-en au moins une à ce contact.',
      { champ: 'cles' },
    )
  return {
    partent,
    restent,
    part: carteDuPartant(partent),
    reste: carteDuRestant(stockee, partent, restent),
    donations,
  }
}

function partagee(
  contact_id: string | null,
  { carte }: Personne,
  voies: readonly Voie[],
): Partagee {
  const dons = voies.flatMap((one) => one.dons)
  const annees = [...new Set(dons.map(({ annee }) => annee))].toSorted((a, b) => b - a)
  return {
    contact_id,
    carte: cellulesDe(carte),
    donations: donsDe(voies),
    montant: montantDe(voies),
    par_annee: annees.map((annee) => {
      const of = dons.filter((one) => one.annee === annee)
      return {
        annee,
        donations: sum(of.map(({ donations }) => donations)),
        montant: sum(of.map(({ montant }) => centsOf(montant))) / 100,
      }
    }),
  }
}

/** The same for who is asked. */
export function direEffet(lu: Lu, cles: readonly string[]): EffetPartage {
  const { partent, restent, part, reste } = choisir(lu, cles)
  return {
    reste: partagee(lu.contact_id, reste, restent),
    part: partagee(null, part, partent),
  }
}
