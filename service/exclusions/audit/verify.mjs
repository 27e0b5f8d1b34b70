/** @import { Checkpoint } from './checkpoints.mjs' */
/** @import { Event } from './event.mjs' */
/** @import { GroupsSoFar } from './groupes.mjs' */
import { findLost } from './checkpoints.mjs'
import { GENESIS, GROUP_TYPES, hashEvent } from './event.mjs'
import { applyGroup, judgeGroup, noGroups } from './groupes.mjs'

/**
 * What is wrong, in French, and from which event on; `evenement` is that event, if it exists.
 * @typedef {{ numero: number, constat: string, evenement?: Event }} Anomaly
 */

/**
 * Where a verification stands: so many events are sound, the hash and date of the last, and the hashes of those that
 * checkpoints noted. What the events came to, unless it began within the log, where nothing of that is judged.
 * @typedef {object} State
 * @property {number} count
 * @property {string | undefined} previous
 * @property {string} date
 * @property {Map<number, string>} hashes
 * @property {Anomaly[]} reculs
 * @property {boolean} whole
 * @property {Set<string>} ids
 * @property {Map<string, number>} excluded
 * @property {GroupsSoFar} groups
 */

/** @typedef {Awaited<ReturnType<typeof verify>>} Chain */

const DECISIONS = ['EXCLUSION', 'REINTEGRATION']

/**
 * A verification that begins with the first event.
 * @returns {State}
 */
export const fromTheFirst = () => ({
  count: 0,
  previous: GENESIS,
  date: '',
  hashes: new Map(),
  reculs: [],
  whole: true,
  ids: new Set(),
  excluded: new Map(),
  groups: noGroups(),
})

/**
 * One that begins with a later event, whatever was before it.
 * @param {number} numero
 * @returns {State}
 */
export const fromEvent = (numero) => ({
  ...fromTheFirst(),
  count: numero - 1,
  previous: undefined,
  whole: false,
})

/**
 * What is wrong with an event, in itself or as a link of the chain; undefined if nothing is.
 * @param {Event} event
 * @param {State} state
 * @returns {Anomaly | undefined}
 */
function judgeLink(event, { count, previous = event.empreinte_precedente }) {
  const [numero, expected] = [Number(event.numero), count + 1]
  if (numero > expected) return { numero: expected, constat: `l’événement n° ${expected} manque` }
  if (numero < expected) return { numero, constat: 'ce numéro est là plusieurs fois' }
  if (hashEvent(event) !== event.empreinte)
    return { numero, constat: 'son contenu ne correspond plus à son empreinte' }
  if (event.empreinte_precedente !== previous)
    return { numero, constat: 'il ne suit pas l’événement qui le précède' }
  return undefined
}

/**
 * What is wrong with what an event says where it stands, in French; undefined if nothing is.
 * @param {Event} event
 * @param {State} state
 */
function judgeSense(event, { ids, excluded, groups }) {
  const { evenement_id, contact_id, type } = event
  if (ids.has(evenement_id)) return 'son identifiant est celui d’un événement plus ancien'
  if (GROUP_TYPES.includes(type)) return judgeGroup(event, groups, excluded)
  if (DECISIONS.includes(type) && excluded.has(contact_id) === (type === 'EXCLUSION'))
    return `il ${type === 'EXCLUSION' ? 'exclut un donateur déjà exclu' : 'réintègre un donateur qui n’est pas exclu'}`
  return undefined
}

/**
 * @param {Event} event
 * @param {State} state
 * @returns {Anomaly | undefined}
 */
function judge(event, state) {
  const link = judgeLink(event, state)
  if (link || !state.whole) return link
  const constat = judgeSense(event, state)
  return constat === undefined ? undefined : { numero: Number(event.numero), constat }
}

/**
 * Takes a sound event.
 * @param {Event} event
 * @param {State} state
 */
function accept(event, state) {
  const numero = Number(event.numero)
  if (event.survenu_le < state.date)
    state.reculs.push({
      numero,
      constat: `il est daté du ${event.survenu_le}, avant celui qui le précède (${state.date}) : il a été antidaté, ou l’horloge a reculé`,
      evenement: event,
    })
  state.count = numero
  state.previous = event.empreinte
  state.date = event.survenu_le
  state.ids.add(event.evenement_id)
  if (event.type === 'EXCLUSION') state.excluded.set(event.contact_id, numero)
  else if (event.type === 'REINTEGRATION') state.excluded.delete(event.contact_id)
  else if (GROUP_TYPES.includes(event.type)) applyGroup(event, state.groups)
}

/**
 * The first event that a checkpoint saw and that is another now, or no more.
 * @param {Checkpoint[]} checkpoints
 * @param {State} state
 * @param {number} count
 * @returns {Anomaly | undefined}
 */
function findRewritten(checkpoints, { hashes, count: sound }, count) {
  const lost = findLost(
    hashes,
    checkpoints
      .map(({ evenements: numero, empreinte, le }) => ({ numero, empreinte, le }))
      .filter(({ numero }) => numero > 0 && (numero <= sound || numero > count)),
  )
  if (!lost) return undefined
  const { numero, le } = lost
  return numero > count
    ? {
        numero: count + 1,
        constat: `l’événement n° ${count + 1} manque : le point de contrôle du ${le} a vu ${numero} événements, la fin du journal a été coupée`,
      }
    : {
        numero,
        constat: `il n’est pas celui que le point de contrôle du ${le} a vu : le journal a été réécrit, à cet endroit ou plus haut`,
      }
}

/**
 * Reads the events that follow a state, in order, in a single pass, and compares all with the checkpoints; the state goes
 * as far as they are sound.
 * Returns their count, first and last, the donors excluded at the end (contact id to event number), the groups, events dated before
 * their predecessor (`reculs`: an anomaly unless a checkpoint endorses them), and the first anomaly, `{ numero,
 * constat, evenement? }`, in the chain itself (`chain`), against the checkpoints (`against`), or in a date.
 * @param {Iterable<Event> | AsyncIterable<Event>} events
 * @param {Checkpoint[]} checkpoints
 */
export async function verify(events, checkpoints, state = fromTheFirst()) {
  const noted = new Set(checkpoints.map(({ evenements }) => evenements))
  let { count } = state
  /** @type {Event | undefined} */
  let first
  /** @type {Event | undefined} */
  let last
  /** @type {Anomaly | undefined} */
  let chain
  /** @type {Map<number, Event>} */
  const seen = new Map()
  for await (const event of events) {
    count += 1
    first ??= event
    last = event
    if (chain) continue
    chain = judge(event, state)
    if (chain && Number(event.numero) === chain.numero) chain.evenement = event
    if (chain) continue
    accept(event, state)
    if (!noted.has(count)) continue
    seen.set(count, event)
    state.hashes.set(count, event.empreinte)
  }

  const answeredFor = new Set(checkpoints.flatMap(({ reprise }) => reprise?.reculs ?? []))
  const against = findRewritten(checkpoints, state, count)
  const rewritten = against && seen.get(against.numero)
  if (rewritten) against.evenement = rewritten
  const dated = state.reculs.find(({ numero }) => !answeredFor.has(numero))
  const [anomaly] = [chain, against, dated]
    .filter((found) => found !== undefined)
    .sort((one, next) => one.numero - next.numero)
  return {
    count,
    first,
    last,
    anomaly,
    chain,
    against,
    reculs: state.reculs.map(({ numero }) => numero),
    excluded: state.excluded,
    groups: state.groups,
  }
}
