/** @import { Checkpoint, Noted } from './checkpoints.mjs' */
/** @import { Query } from './rows.mjs' */
import { hash } from 'node:crypto'
import { findLost } from './checkpoints.mjs'
import { GENESIS } from './event.mjs'
import { nameOf, REGISTRES } from './registres.mjs'
import { instant, rowsOf, written } from './rows.mjs'

/** @typedef {{ numero: number, empreinte: string }} Head */

/**
 * What is wrong with a register, in French; `against`: with its chain as checkpoints saw it.
 * @typedef {{ registre: string, table?: string, constat: string, against?: boolean }} Fault
 */

/** @typedef {{ registre: string, numero: string, geste: string, cle: string, contenu: string, le: string, empreinte: string }} Acte */

/** @type {(acte: Acte, previous: string) => string} */
const hashOf = ({ registre, numero, geste, cle, contenu, le }, previous) =>
  hash(
    'sha256',
    ['acte/1', registre, numero, geste, cle, contenu, le, previous].map(written).join(''),
  )

/**
 * The acts on each register after the head given of it, in order.
 * @param {Query} query
 * @param {Map<string, Head>} heads
 * @returns {AsyncGenerator<Acte>}
 */
function readActes(query, heads) {
  const later = [...heads].map(
    ([registre, { numero }]) => `registre = '${registre}' and numero > ${numero}`,
  )
  const others = [...heads.keys()].map((registre) => `registre <> '${registre}'`)
  return rowsOf(
    query,
    'actes',
    `select registre, numero::text, geste, cle, contenu, empreinte, ${instant('le')} as le
     from public.registres_actes as actes
     where ${[others.join(' and ') || 'true', ...later].join(' or ')}
     order by actes.registre collate "C", actes.numero`,
  )
}

/** What the acts on a register come to. */
export class Suite {
  /** @param {Head} [head] the act that it begins after: whether rows were there is judged from the first act on only */
  constructor(head) {
    this.count = head?.numero ?? 0
    this.previous = head?.empreinte ?? GENESIS
    this.isWhole = head === undefined
  }

  geste = ''
  /** @type {string | undefined} */
  debut
  trouvees = 0
  effacements = 0
  /** @type {string | undefined} */
  fault
  /** @type {Set<string>} */
  keys = new Set()
  lines = 0n
  sum = 0n

  /**
   * Takes the next act: what is wrong with it, the first of all counts.
   * @param {Acte} acte
   */
  follow(acte) {
    this.count += 1
    this.fault ??= this.judge(acte)
    this.previous = acte.empreinte
    this.geste = acte.geste
    const { geste, cle, contenu, le } = acte
    if (geste === 'DEBUT') {
      this.debut = le
      return
    }
    if (cle === '') {
      const [lines = '', sum = ''] = contenu.split(':')
      if (geste === 'TROUVEE') this.trouvees += Number(lines)
      this.lines += BigInt(lines)
      this.sum += BigInt(sum)
      return
    }
    if (geste === 'TROUVEE') this.trouvees += 1
    if (geste === 'EFFACEMENT') this.effacements += 1
    if (geste === 'RETRAIT') this.keys.delete(cle)
    else this.keys.add(cle)
  }

  /**
   * @param {Acte} acte
   * @returns {string | undefined}
   */
  judge(acte) {
    const { registre, numero, geste, cle, empreinte } = acte
    if (Number(numero) !== this.count) return `l’acte n° ${this.count} manque`
    if (hashOf(acte, this.previous) !== empreinte)
      return `l’acte n° ${numero} ne correspond plus à son empreinte, ou ne suit pas celui qui le précède`
    if (geste === 'EFFACEMENT' && !REGISTRES[registre]?.efface)
      return `l’acte n° ${numero} efface une part d’une ligne, ce que ce registre n’admet pas`
    if (!this.isWhole) return undefined
    if (geste === 'DEBUT' && this.debut) return `l’acte n° ${numero} recommence le registre`
    if (geste === 'TROUVEE' && !['DEBUT', 'TROUVEE'].includes(this.geste))
      return `l’acte n° ${numero} dit trouvée une ligne d’après le début`
    const isNew = geste === 'AJOUT' || geste === 'TROUVEE'
    if (cle !== '' && geste !== 'DEBUT' && this.keys.has(cle) === isNew)
      return `l’acte n° ${numero} ${isNew ? 'ajoute une ligne qui est là' : 'touche une ligne qui n’y est pas'}`
    return undefined
  }
}

/**
 * What checkpoints saw, by register and number of an act.
 * @param {Checkpoint[]} checkpoints
 */
export function seenBy(checkpoints) {
  /** @type {Map<string, Noted[]>} */
  const seen = new Map()
  for (const { le, registres = {} } of checkpoints)
    for (const [registre, tete] of Object.entries(registres))
      seen.set(registre, [...(seen.get(registre) ?? []), { ...tete, le }])
  return seen
}

/**
 * The first act on each register that a checkpoint saw and that is another now, or no more.
 * @param {Query} query
 * @param {Map<string, Noted[]>} seen
 */
export async function listLost(query, seen) {
  /** @type {Fault[]} */
  const faults = []
  for (const [table, noted] of seen) {
    const rows = await query(
      `select numero::text, empreinte from public.registres_actes where registre = $1 and numero = any ($2::bigint[])`,
      [table, noted.map(({ numero }) => numero)],
    )
    const hashes = new Map(rows.map((row) => [Number(row['numero']), String(row['empreinte'])]))
    const lost = findLost(hashes, noted)
    if (!lost) continue
    const [told] = await query(
      'select count(*)::text as actes from public.registres_actes where registre = $1',
      [table],
    )
    const count = Number(told?.['actes'])
    faults.push({
      table,
      registre: nameOf(table),
      against: true,
      constat:
        lost.numero > count
          ? `l’acte n° ${count + 1} manque : le point de contrôle du ${lost.le} en a vu ${lost.numero}, la fin a été coupée`
          : `l’acte n° ${lost.numero} n’est pas celui que le point de contrôle du ${lost.le} a vu : les actes ont été récrits, à cet endroit ou plus haut`,
    })
  }
  return faults
}

/**
 * Follows the acts on each register after the head given of it.
 * @param {Query} query
 * @param {Map<string, Head>} [heads]
 */
export async function follow(query, heads = new Map()) {
  /** @type {Map<string, Suite>} */
  const suites = new Map()
  for await (const acte of readActes(query, heads)) {
    const { registre } = acte
    const suite = suites.get(registre) ?? new Suite(heads.get(registre))
    suites.set(registre, suite)
    suite.follow(acte)
  }
  return suites
}

/** @param {Map<string, Suite>} suites */
export const headsOf = (suites) =>
  Object.fromEntries(
    [...suites].map(([table, { count, previous }]) => [
      table,
      { numero: count, empreinte: previous },
    ]),
  )

/**
 * Follows the chain of each register from the last act that the checkpoints saw on: the last one, where it is another, or
 * the first fault.
 * @param {Query} query
 * @param {Checkpoint[]} checkpoints
 * @returns {Promise<{ fault: Fault | undefined, tetes: Record<string, Head> }>}
 */
export async function followRegistres(query, checkpoints) {
  const seen = seenBy(checkpoints)
  const [lost] = await listLost(query, seen)
  if (lost) return { fault: lost, tetes: {} }
  /** @type {Map<string, Head>} */
  const heads = new Map()
  for (const [table, noted] of seen) {
    const last = noted.at(-1)
    if (last && table in REGISTRES) heads.set(table, last)
  }
  const suites = await follow(query, heads)
  const [broken] = [...suites].filter(([, { fault }]) => fault !== undefined)
  return {
    fault: broken && { registre: nameOf(broken[0]), constat: broken[1].fault ?? '' },
    tetes: headsOf(suites),
  }
}
