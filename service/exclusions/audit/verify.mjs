/** @import { Checkpoint } from './checkpoints.mjs' */
/** @import { Event } from './event.mjs' */
/** @import { Groups } from './groupes.mjs' */
import { GENESIS, GROUP_TYPES, hashEvent } from './event.mjs'
import { applyGroup, judgeGroup, noGroups } from './groupes.mjs'

/**
 * What is wrong, in French, and from which event on; `evenement` is that event, if it exists.
 * @typedef {{ numero: number, constat: string, evenement?: Event }} Anomaly
 */

/**
 * State after the preceding events.
 * @typedef {{ expected: number, previous: string, ids: Set<string>, excluded: Map<string, number>, groups: Groups }} State
 */

/** @typedef {Awaited<ReturnType<typeof verify>>} Chain */

const DECISIONS = ['EXCLUSION', 'REINTEGRATION']

/**
 * What is wrong with an event, in itself or in sequence; undefined if nothing is.
 * @param {Event} event
 * @param {State} state
 * @returns {Anomaly | undefined}
 */
function judge(event, { expected, previous, ids, excluded, groups }) {
  const numero = Number(event.numero)
  if (numero > expected) return { numero: expected, constat: `l’événement n° ${expected} manque` }
  if (numero < expected) return { numero, constat: 'ce numéro est là plusieurs fois' }
  if (hashEvent(event) !== event.empreinte)
    return { numero, constat: 'son contenu ne correspond plus à son empreinte' }
  if (event.empreinte_precedente !== previous)
    return { numero, constat: 'il ne suit pas l’événement qui le précède' }
  if (ids.has(event.evenement_id))
    return { numero, constat: 'son identifiant est celui d’un événement plus ancien' }
  const misplaced = GROUP_TYPES.includes(event.type) && judgeGroup(event, groups, excluded)
  if (misplaced) return { numero, constat: misplaced }
  if (
    DECISIONS.includes(event.type) &&
    excluded.has(event.contact_id) === (event.type === 'EXCLUSION')
  )
    return {
      numero,
      constat: `il ${event.type === 'EXCLUSION' ? 'exclut un donateur déjà exclu' : 'réintègre un donateur qui n’est pas exclu'}`,
    }
  return undefined
}

/**
 * @param {Event} event
 * @param {string} date
 */
const backwards = (event, date) => ({
  numero: Number(event.numero),
  constat: `il est daté du ${event.survenu_le}, avant celui qui le précède (${date}) : il a été antidaté, ou l’horloge a reculé`,
})

/**
 * The earliest checkpoint that counted more events than there are.
 * @param {Checkpoint[]} checkpoints
 * @param {number} count
 */
const lost = (checkpoints, count) =>
  checkpoints
    .filter((checkpoint) => checkpoint.evenements > count)
    .sort((one, other) => one.evenements - other.evenements)[0]

/**
 * Reads the events in order, in a single pass, and compares them with the checkpoints.
 * Returns their count, first and last, the donors excluded at the end (contact id to event number), the groups, events dated before
 * their predecessor (`reculs`: an anomaly unless a checkpoint endorses them), and the first anomaly, `{ numero,
 * constat, evenement? }`, in the chain itself (`chain`), against the checkpoints (`against`), or in a date.
 * @param {Iterable<Event> | AsyncIterable<Event>} events
 * @param {Checkpoint[]} checkpoints
 */
export async function verify(events, checkpoints) {
  /** @type {Map<number, Checkpoint[]>} */
  const byCount = new Map()
  for (const checkpoint of checkpoints)
    byCount.set(checkpoint.evenements, [...(byCount.get(checkpoint.evenements) ?? []), checkpoint])
  const answeredFor = new Set(checkpoints.flatMap(({ reprise }) => reprise?.reculs ?? []))

  /** @type {State} */
  const state = {
    expected: 1,
    previous: GENESIS,
    ids: new Set(),
    excluded: new Map(),
    groups: noGroups(),
  }
  /** @type {number[]} */
  const reculs = []
  let count = 0
  /** @type {Event | undefined} */
  let first
  /** @type {Event | undefined} */
  let last
  /** @type {Anomaly | undefined} */
  let chain
  /** @type {Anomaly | undefined} */
  let against
  /** @type {Anomaly | undefined} */
  let dated
  /** @type {(event: Event, anomaly: Anomaly) => Anomaly} */
  const about = (event, anomaly) =>
    Number(event.numero) === anomaly.numero ? { ...anomaly, evenement: event } : anomaly
  for await (const event of events) {
    const before = last
    count += 1
    first ??= event
    last = event
    if (chain) continue
    const broken = judge(event, state)
    if (broken) {
      chain = about(event, broken)
      continue
    }
    if (before && event.survenu_le < before.survenu_le) {
      reculs.push(count)
      if (!answeredFor.has(count)) dated ??= about(event, backwards(event, before.survenu_le))
    }
    const other = byCount.get(count)?.find(({ empreinte }) => empreinte !== event.empreinte)
    if (other)
      against ??= about(event, {
        numero: count,
        constat: `il n’est pas celui que le point de contrôle du ${other.le} a vu : le journal a été réécrit, à cet endroit ou plus haut`,
      })
    state.expected += 1
    state.previous = event.empreinte
    state.ids.add(event.evenement_id)
    if (event.type === 'EXCLUSION') state.excluded.set(event.contact_id, Number(event.numero))
    else if (event.type === 'REINTEGRATION') state.excluded.delete(event.contact_id)
    else if (GROUP_TYPES.includes(event.type)) applyGroup(event, state.groups)
  }

  const cut = lost(checkpoints, count)
  if (cut)
    against ??= {
      numero: count + 1,
      constat: `l’événement n° ${count + 1} manque : le point de contrôle du ${cut.le} a vu ${cut.evenements} événements, la fin du journal a été coupée`,
    }
  const anomaly = [chain, against, dated]
    .filter((found) => found !== undefined)
    .sort((one, next) => one.numero - next.numero)[0]
  return {
    count,
    first,
    last,
    anomaly,
    chain,
    against,
    reculs,
    excluded: state.excluded,
    groups: state.groups,
  }
}
