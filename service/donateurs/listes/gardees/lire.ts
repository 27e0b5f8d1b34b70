import { sql } from 'kysely'
import {
  LISTES_AU_PLUS,
  type ListeGardee,
  type ListesGardees,
  MESURES_AU_PLUS,
  type MesuresGardees,
  RETIREES_AU_PLUS,
} from '#contract/listes-gardees'
import type { Db } from '../../../platform/database/connect'
import { inSnapshot } from '../../../platform/database/snapshot'
import { Problem } from '../../../problem'
import type { Question } from '../question'
import { membresAu } from './gardee'
import { presentsDe, readQuestion } from './mesurer'

const instant = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

type Kept = Pick<ListeGardee, 'liste_id' | 'nom' | 'adresse' | 'gardee_par' | 'gardee_le'> &
  Pick<ListeGardee, 'depuis' | 'au_depart'>

async function listKept(tx: Db): Promise<Kept[]> {
  const { rows } = await sql<Kept>`
    select
      gardees.liste_id, nom, adresse, gardee_par, ${instant('gardee_le')} as gardee_le,
      coalesce(premiere.publication, 0) as depuis, coalesce(premiere.donateurs, 0) as au_depart
    from listes_gardees as gardees
    left join (
      select distinct on (liste_id) liste_id, publication, donateurs
      from listes_mesures
      order by liste_id, publication
    ) as premiere on premiere.liste_id = gardees.liste_id
    where retiree_le is null
    order by plier_texte(nom), gardees.liste_id
    limit ${LISTES_AU_PLUS}`.execute(tx)
  return rows
}

interface Moved {
  publication: number
  entres: number
  sortis: number
}

/** How many donors a list has now, and how many entered and left since each of these publications. */
async function countNow(tx: Db, question: Question, liste_id: string, publications: number[]) {
  type Row = Moved & { donateurs: number; montant: number }
  const { rows } = await sql<Row>`
    ${question.avec} presents as materialized (
      select contact_id, montant from ${presentsDe(question)} as presents
    ), en_tout as (
      select count(*) as donateurs, coalesce(sum(montant), 0) as montant from presents
    )
    select
      publication, en_tout.donateurs, en_tout.montant,
      en_tout.donateurs - restes as entres, alors - restes as sortis
    from unnest(${publications}::bigint[]) as publication
    cross join en_tout
    cross join lateral (
      select count(*) as alors, count(presents.contact_id) as restes
      from ${membresAu(liste_id, sql`publication`)} as membres
      left join presents on presents.contact_id = membres.contact_id
    ) as compares`.execute(tx)
  return rows
}

async function readNow(tx: Db, produit: string, kept: Kept): Promise<ListeGardee> {
  const question = await readQuestion(tx, produit, kept.adresse)
  const [now] = question ? await countNow(tx, question, kept.liste_id, [kept.depuis]) : []
  return {
    ...kept,
    titre: question?.titre ?? null,
    donateurs: now?.donateurs ?? null,
    montant: now?.montant ?? null,
    entres: now?.entres ?? null,
    sortis: now?.sortis ?? null,
  }
}

/** All kept lists as they are now, and those taken off, the latest first. */
export const readListesGardees = (db: Db, produit: string): Promise<ListesGardees> =>
  inSnapshot(db, async (tx) => {
    const listes = []
    for (const kept of await listKept(tx)) listes.push(await readNow(tx, produit, kept))
    const { rows: retirees } = await sql<ListesGardees['retirees'][number]>`
      select
        liste_id, nom, adresse, gardee_par, ${instant('gardee_le')} as gardee_le,
        retiree_par, ${instant('retiree_le')} as retiree_le
      from listes_gardees
      where retiree_le is not null
      order by listes_gardees.retiree_le desc, liste_id
      limit ${RETIREES_AU_PLUS}`.execute(tx)
    return { listes, retirees }
  })

/** A kept list at the latest publications that it was counted at; throws a Problem for one that is not kept. */
export const readMesures = (db: Db, produit: string, liste_id: string): Promise<MesuresGardees> =>
  inSnapshot(db, async (tx) => {
    const kept = (await listKept(tx)).find((one) => one.liste_id === liste_id)
    if (!kept)
      throw new Problem('introuvable', 'Cette liste n’est pas gardée, ou ne l’est plus.', {
        champ: 'liste_id',
      })
    const { rows } = await sql<Omit<MesuresGardees['mesures'][number], 'entres' | 'sortis'>>`
      select publication, ${instant('publie_le')} as publie_le, donateurs, montant
      from listes_mesures
      left join publications on numero = publication
      where liste_id = ${liste_id}
      order by publication desc
      limit ${MESURES_AU_PLUS}`.execute(tx)
    const question = await readQuestion(tx, produit, kept.adresse)
    const numeros = rows.map(({ publication }) => publication)
    const moved = question ? await countNow(tx, question, liste_id, numeros) : []
    const of = new Map(moved.map((row) => [row.publication, row]))
    return {
      liste: await readNow(tx, produit, kept),
      mesures: rows.map((row) => ({
        ...row,
        entres: of.get(row.publication)?.entres ?? null,
        sortis: of.get(row.publication)?.sortis ?? null,
      })),
    }
  })
