import type { Concernes, Groupe } from '#contract/groupes'
import { MEMBRES_AU_PLUS } from '#contract/values'
import { citer } from '#figures/format'
import { Problem } from '../../problem'

/** A contact, whom it counts as, and whether it is excluded. */
export interface Present {
  contact_id: string
  principal: string
  exclu: boolean
  a_une_fiche: boolean
}

/** An event to append, in this order. */
export interface Etape {
  type: 'EXCLUSION' | 'REINTEGRATION' | 'FUSION' | 'SEPARATION'
  contact_id: string
  principal: string
}

const NUMERO = new Intl.Collator('fr', { numeric: true })

/** The members of one group to come, of all contacts concerned. */
function membersOf({ principal, contacts }: Groupe, presents: readonly Present[]): Present[] {
  const named = new Set([principal, ...contacts])
  const principals = new Set(
    presents.filter(({ contact_id }) => named.has(contact_id)).map((one) => one.principal),
  )
  return presents.filter((one) => principals.has(one.principal))
}

/** Whether some are excluded and others not. */
export const disagree = (members: readonly Present[]): boolean =>
  new Set(members.map(({ exclu }) => exclu)).size > 1

/** The groups to come, each with everybody in it. Throws a Problem where a contact is in two, or a group has too many. */
export function gather(
  groupes: readonly Groupe[],
  presents: readonly Present[],
): { principal: string; members: Present[] }[] {
  const seen = new Set<string>()
  return groupes.map((groupe) => {
    const members = membersOf(groupe, presents)
    if (members.length > MEMBRES_AU_PLUS)
      throw new Problem('invalide', `Un groupe a ${MEMBRES_AU_PLUS} contacts au plus.`, {
        champ: 'groupes',
      })
    for (const { contact_id } of members) {
      if (seen.has(contact_id))
        throw new Problem(
          'invalide',
          `Le contact ${contact_id} serait dans deux groupes à la fois. Fusionnez-les l’un après l’autre.`,
          { champ: 'groupes' },
        )
      seen.add(contact_id)
    }
    return { principal: groupe.principal, members }
  })
}

function settle(members: readonly Present[], exclusion: Concernes['exclusion']): Etape[] {
  if (!disagree(members)) return []
  if (!exclusion) {
    const excluded = members.filter(({ exclu }) => exclu).map(({ contact_id }) => citer(contact_id))
    throw new Problem(
      'conflit',
      `De ces contacts, certains sont exclus (${excluded.join(', ')}) et d’autres non. Dites d’abord s’il faut les exclure tous, ou tous les réintégrer.`,
      { champ: 'exclusion' },
    )
  }
  const wanted = exclusion === 'exclure'
  return members
    .filter(({ exclu }) => exclu !== wanted)
    .map(({ contact_id }) => ({
      type: wanted ? ('EXCLUSION' as const) : ('REINTEGRATION' as const),
      contact_id,
      principal: contact_id,
    }))
}

/**
 * The events that make these groups: one level only, so that members move before the principal they had. Throws a
 * Problem where nothing changes, the principal has no card although others have, or some are excluded and others not and nobody said which holds.
 */
export function planifier(
  { groupes, exclusion }: Concernes,
  presents: readonly Present[],
): Etape[] {
  return gather(groupes, presents).flatMap(({ principal, members }) => {
    const moving = members
      .filter((one) => one.contact_id !== principal && one.principal !== principal)
      .toSorted(
        (one, other) =>
          Number(one.principal === one.contact_id) - Number(other.principal === other.contact_id) ||
          NUMERO.compare(one.contact_id, other.contact_id),
      )
    if (moving.length === 0)
      throw new Problem(
        'conflit',
        members.length > 1
          ? `Ces contacts sont déjà la même personne, sous le numéro ${principal}.`
          : 'Choisissez au moins deux contacts.',
        { champ: 'groupes' },
      )
    const own = members.find(({ contact_id }) => contact_id === principal)
    const carded = members.find(({ a_une_fiche }) => a_une_fiche)
    if (carded && !own?.a_une_fiche)
      throw new Problem(
        'conflit',
        `Le contact ${principal} n’a pas de fiche, et c’est elle qui montrerait ce que disent les autres. Choisissez un principal qui en a une\u00A0: ${carded.contact_id}, par exemple.`,
        { champ: 'groupes' },
      )
    const leaves: Etape[] =
      own && own.principal !== principal
        ? [{ type: 'SEPARATION', contact_id: principal, principal: own.principal }]
        : []
    return [
      ...settle(members, exclusion),
      ...leaves,
      ...moving.map(({ contact_id }): Etape => ({ type: 'FUSION', contact_id, principal })),
    ]
  })
}

/** A contact with what says which number of several counts. */
interface Donnant extends Present {
  premier_jour: string | null
  donations: number
}

/** The one of the oldest first gift, then of most gifts, then of the smaller number. */
const eldest = (members: readonly Donnant[]): Donnant | undefined =>
  members.toSorted(
    (one, other) =>
      NUMERO.compare(one.premier_jour ?? '9999', other.premier_jour ?? '9999') ||
      other.donations - one.donations ||
      NUMERO.compare(one.contact_id, other.contact_id),
  )[0]

/** Whom a separation parts: the contact, and all others. */
export const part = <Member extends { contact_id: string }>(
  contact: string,
  members: readonly Member[],
): [Member[], Member[]] => [
  members.filter(({ contact_id }) => contact_id === contact),
  members.filter(({ contact_id }) => contact_id !== contact),
]

/**
 * The events by which a contact leaves its group, and under which number the others stay: where it is theirs, the eldest
 * of them leaves it and the rest follow. Throws a Problem for a contact that is in no group.
 */
export function planifierSeparation(
  contact_id: string,
  members: readonly Donnant[],
): { etapes: Etape[]; reste: string } {
  const [[own], others] = part(contact_id, members)
  const heir = eldest(others)
  if (!own || !heir)
    throw new Problem(
      'conflit',
      `Le contact ${contact_id} n’est avec aucun autre\u00A0: il n’y a rien à séparer.`,
      { champ: 'contact_id' },
    )
  const { principal } = own
  if (principal !== contact_id)
    return { etapes: [{ type: 'SEPARATION', contact_id, principal }], reste: principal }
  const reste = heir.contact_id
  const follow = others.filter((one) => one !== heir)
  return {
    etapes: [
      { type: 'SEPARATION', contact_id: reste, principal },
      ...follow.map((one): Etape => ({
        type: 'FUSION',
        contact_id: one.contact_id,
        principal: reste,
      })),
    ],
    reste,
  }
}
