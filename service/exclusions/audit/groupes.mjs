// Who is the same person, recomputed from the events and compared with what is kept of them.
/** @import { Event } from './event.mjs' */
/** @import { Query } from './rows.mjs' */

/**
 * Whom each contact counts as, and the reasons known of each pair of two people, with the event that says so.
 * @typedef {{ members: Map<string, string>, distinct: Map<string, string> }} Groups
 */

/**
 * The groups so far, and how many contacts count as each principal.
 * @typedef {Groups & { principals: Map<string, number> }} GroupsSoFar
 */

/** @type {() => GroupsSoFar} */
export const noGroups = () => ({ members: new Map(), distinct: new Map(), principals: new Map() })

/** @type {(...parts: (string | null)[]) => string} */
const written = (...parts) => JSON.stringify(parts)

/** @param {string | undefined} kept */
const principalOf = (kept) =>
  kept === undefined ? undefined : /** @type {[string, string]} */ (JSON.parse(kept))[0]

/**
 * What is wrong with an event of a group where it stands, in French; undefined if nothing is.
 * @param {Event} event
 * @param {GroupsSoFar} groups
 * @param {Map<string, number>} excluded
 */
export function judgeGroup(
  { type, contact_id, contact_principal },
  { members, principals },
  excluded,
) {
  const other = contact_principal ?? ''
  if (other === '' || other === contact_id) return 'il ne nomme pas deux contacts'
  const present = principalOf(members.get(contact_id))
  if (type === 'SEPARATION')
    return present === other ? undefined : 'il sépare un contact d’un groupe où il n’est pas'
  if (type === 'DISTINCTS') return undefined
  if (present === other) return 'il réunit des contacts qui l’étaient déjà'
  if (members.has(other)) return 'il réunit un contact à un autre qui compte déjà comme un tiers'
  if (principals.get(contact_id))
    return 'il réunit à un autre un contact comme lequel d’autres comptent'
  if (excluded.has(contact_id) !== excluded.has(other))
    return 'il réunit un donateur exclu et un autre qui ne l’est pas'
  return undefined
}

/**
 * Applies an event of a group.
 * @param {Event} event
 * @param {GroupsSoFar} groups
 */
export function applyGroup(
  { type, numero, contact_id, contact_principal, connues },
  { members, distinct, principals },
) {
  if (type === 'DISTINCTS') {
    distinct.set(written(contact_id, contact_principal), written(connues, numero))
    return
  }
  /** @type {(principal: string | undefined, more: number) => void} */
  const count = (principal, more) => {
    if (principal !== undefined) principals.set(principal, (principals.get(principal) ?? 0) + more)
  }
  count(principalOf(members.get(contact_id)), -1)
  if (type === 'SEPARATION') members.delete(contact_id)
  else members.set(contact_id, written(contact_principal, numero))
  count(principalOf(members.get(contact_id)), 1)
}

/**
 * The groups as the database keeps them.
 * @param {Query} query
 * @returns {Promise<Groups>}
 */
export async function readGroups(query) {
  const members =
    /** @type {{ contact_id: string, contact_principal: string, numero: string }[]} */ (
      await query(
        'select contact_id, contact_principal, numero::text as numero from public.groupes_contacts',
      )
    )
  const distinct =
    /** @type {{ contact_a: string, contact_b: string, connues: string, numero: string }[]} */ (
      await query(`
        select contact_a, contact_b, array_to_string(connues, ',') as connues, numero::text as numero
        from public.contacts_distincts`)
    )
  return {
    members: new Map(
      members.map((row) => [row.contact_id, written(row.contact_principal, row.numero)]),
    ),
    distinct: new Map(
      distinct.map((row) => [
        written(row.contact_a, row.contact_b),
        written(row.connues, row.numero),
      ]),
    ),
  }
}

/**
 * Contacts whose group, and pairs whose distinction, is kept otherwise than the events say, in French.
 * @param {Groups} fromEvents
 * @param {Groups} kept
 */
export function compareGroups(fromEvents, kept) {
  /** @type {(one: Map<string, string>, other: Map<string, string>) => string[]} */
  const differing = (one, other) =>
    [...new Set([...one.keys(), ...other.keys()])]
      .filter((key) => one.get(key) !== other.get(key))
      .sort()
  const count = (/** @type {string | undefined} */ row) => principalOf(row) ?? 'lui-même'
  return [
    ...differing(fromEvents.members, kept.members).map(
      (contact) =>
        `${contact} : compte comme ${count(kept.members.get(contact))}, comme ${count(fromEvents.members.get(contact))} selon le journal`,
    ),
    ...differing(fromEvents.distinct, kept.distinct).map(
      (pair) => `${/** @type {string[]} */ (JSON.parse(pair)).join(' et ')} : distincts ou non`,
    ),
  ]
}

const NUMBER = new Intl.NumberFormat('fr-FR')

/**
 * Describes the groups in French, line by line; nothing where there never was one.
 * @param {{ groups: Groups, groupDifferences?: string[] }} audit
 */
export function describeGroups({ groups, groupDifferences }) {
  if (groupDifferences === undefined) return []
  if (groupDifferences.length > 0)
    return [
      `Même personne      : DIFFÉRENT du journal, ${NUMBER.format(groupDifferences.length)} fois`,
      ...groupDifferences.slice(0, 10).map((line) => `                     ${line}`),
    ]
  const [joined, told] = [groups.members.size, groups.distinct.size]
  if (joined + told === 0) return []
  return [
    `Même personne      : conforme au journal (contacts réunis à un autre : ${NUMBER.format(joined)} ; paires distinctes : ${NUMBER.format(told)})`,
  ]
}
