import { sql } from 'kysely'
import type { Evenement } from '#contract/exclusions'
import type { Concernes } from '#contract/groupes'
import type { Db } from '../../platform/database/connect'
import { isDistributed } from '../../platform/database/repartition'
import type { Schema } from '../../platform/database/schema'
import { Problem } from '../../problem'
import { noterRegroupes } from '../../publication/calcul/regroupes'
import { COLONNES } from '../evenements'
import { findEvenement, record, waitForOthers } from '../record'
import { type MembreLu, readDernier, readEmportes, readMembres } from './lire'
import { deriveId } from './membres'
import { type Etape, part, planifier, planifierSeparation } from './planifier'

/** Who decides, why, and by which request. */
export interface Decideur {
  demande_id: string
  raison: string
  decide_par: string
  identite: string | null
}

interface Pas {
  type: Etape['type'] | 'DISTINCTS'
  contact_id: string
  principal: string
  connues?: readonly string[]
}

async function append(tx: Db, pas: Pas, qui: Decideur, evenement_id: string): Promise<Evenement> {
  const { type, contact_id, principal, connues } = pas
  const { raison, decide_par, identite } = qui
  if (type === 'EXCLUSION' || type === 'REINTEGRATION')
    return record(tx, { evenement_id, type, contact_id, raison, exclu_par: decide_par, identite })
  return tx
    .selectFrom(
      sql<Evenement>`ajouter_groupe(
        ${evenement_id}, ${contact_id}, ${type}, ${principal}, ${raison}, ${decide_par}, ${identite},
        ${connues ?? null}::text[]
      )`.as('evenements_exclusion'),
    )
    .select(COLONNES)
    .executeTakeFirstOrThrow()
}

/** The events of a request that was recorded before, in order. */
async function findEarlier(tx: Db, demande_id: string): Promise<Evenement[]> {
  const found: Evenement[] = []
  for (;;) {
    const evenement = await findEvenement(tx, deriveId(demande_id, String(found.length)))
    if (!evenement) return found
    found.push(evenement)
  }
}

/** Appends what `plan` decides under the lock, all or nothing; a request that was recorded is answered as it was. */
const recordPlan = (
  db: Db,
  qui: Decideur,
  names: (evenement: Evenement) => boolean,
  plan: (tx: Db) => Promise<readonly Pas[]>,
): Promise<Evenement[]> =>
  db.transaction().execute(async (tx) => {
    await waitForOthers(tx)
    if (await isDistributed<Schema>(tx))
      throw new Problem(
        'conflit',
        'Les données sont réparties sur plusieurs serveurs\u00A0: des contacts n’y peuvent pas être fusionnés.',
      )
    const earlier = await findEarlier(tx, qui.demande_id)
    if (earlier.length > 0) {
      if (earlier.every(names)) return earlier
      throw new Problem(
        'conflit',
        'Cet identifiant de demande a déjà servi. Rechargez la page et recommencez.',
        { champ: 'demande_id' },
      )
    }
    const recorded: Evenement[] = []
    for (const [at, pas] of (await plan(tx)).entries())
      recorded.push(await append(tx, pas, qui, deriveId(qui.demande_id, String(at))))
    await noterRegroupes(tx)
    return recorded
  })

/** Throws a Problem if something was decided on these contacts since `attendu`. */
async function checkDernier(
  tx: Db,
  members: readonly { contact_id: string }[],
  attendu: number | undefined,
): Promise<void> {
  if (attendu === undefined) return
  const dernier = await readDernier(
    tx,
    members.map(({ contact_id }) => contact_id),
  )
  if (dernier !== attendu)
    throw new Problem(
      'conflit',
      'Quelqu’un a décidé entre-temps de l’un de ces contacts. Rechargez la page, lisez et recommencez.',
    )
}

/** Records that contacts are the same people. Throws the Problems of `planifier` and `readMembres`. */
export function fuse(
  db: Db,
  asked: Concernes & { numero_attendu?: number | undefined },
  qui: Decideur,
): Promise<Evenement[]> {
  const named = asked.groupes.flatMap(({ principal, contacts }) => [principal, ...contacts])
  const principals = new Set(asked.groupes.map(({ principal }) => principal))
  return recordPlan(
    db,
    qui,
    ({ type, contact_principal }) => type !== 'FUSION' || principals.has(contact_principal ?? ''),
    async (tx) => {
      const members = await readMembres(tx, named)
      await checkDernier(tx, members, asked.numero_attendu)
      return planifier(asked, members)
    },
  )
}

/** The events that reinstate, with a separation, whom the merge had excluded; throws a Problem for anybody else, or a part of a person. */
async function planReinstating(
  tx: Db,
  personnes: readonly MembreLu[][],
  reintegrer: readonly string[],
): Promise<Etape[]> {
  if (reintegrer.length === 0) return []
  const asked = new Set(reintegrer)
  const found = (await readEmportes(tx, personnes)).filter((contacts) =>
    contacts.some((contact) => asked.has(contact)),
  )
  const all = found.flat()
  if (all.length !== asked.size || all.some((contact) => !asked.has(contact)))
    throw new Problem(
      'conflit',
      'Seuls ceux que la fusion avait exclus se réintègrent avec la séparation, et une personne tout entière. Rechargez la page et recommencez.',
      { champ: 'reintegrer' },
    )
  return all.map((contact_id) => ({ type: 'REINTEGRATION', contact_id, principal: contact_id }))
}

/** Records that a contact leaves its group. Throws a Problem if it is in none. */
export const separate = (
  db: Db,
  {
    contact_id,
    reintegrer,
    numero_attendu,
  }: { contact_id: string; reintegrer: readonly string[]; numero_attendu?: number | undefined },
  qui: Decideur,
): Promise<Evenement[]> =>
  recordPlan(
    db,
    qui,
    ({ type, ...of }) =>
      type === 'SEPARATION'
        ? [of.contact_id, of.contact_principal].includes(contact_id)
        : type === 'REINTEGRATION'
          ? reintegrer.includes(of.contact_id)
          : type === 'FUSION' && of.contact_principal !== contact_id,
    async (tx) => {
      const members = await readMembres(tx, [contact_id])
      const { etapes } = planifierSeparation(contact_id, members)
      await checkDernier(tx, members, numero_attendu)
      return [...etapes, ...(await planReinstating(tx, part(contact_id, members), reintegrer))]
    },
  )

/** Records of pairs that they are two people. Throws a Problem for a contact with itself, or with its own group. */
export const distinguish = (
  db: Db,
  paires: readonly { contact_a: string; contact_b: string; connues: string[] }[],
  qui: Decideur,
): Promise<Evenement[]> =>
  recordPlan(
    db,
    qui,
    ({ type }) => type === 'DISTINCTS',
    async (tx) => {
      const named = paires.flatMap(({ contact_a, contact_b }) => [contact_a, contact_b])
      const members = await readMembres(tx, named)
      const principals = new Map(members.map((one) => [one.contact_id, one.principal]))
      return paires.map(({ contact_a, contact_b, connues }) => {
        if (principals.get(contact_a) === principals.get(contact_b))
          throw new Problem(
            'conflit',
            contact_a === contact_b
              ? 'Choisissez deux contacts.'
              : `Les contacts ${contact_a} et ${contact_b} sont la même personne, comme quelqu’un l’a dit. Séparez-les d’abord.`,
            { champ: 'paires' },
          )
        return { type: 'DISTINCTS', contact_id: contact_a, principal: contact_b, connues }
      })
    },
  )
