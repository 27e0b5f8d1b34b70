/** Donors whose first campaign was `from` and last `to`. */
export interface Flow {
  from: string
  to: string
  nombre: number
  /** Among those who began with `from`. */
  pourcentage: number
}

/** A campaign on one side; `top` and `bottom` count donors from the top. */
export interface Node {
  name: string
  nombre: number
  top: number
  bottom: number
}

interface Edge {
  top: number
  bottom: number
}

/** A flow with its position at both ends. */
export interface Ribbon extends Flow {
  start: Edge
  end: Edge
}

export interface FlowLayout {
  names: string[]
  left: Node[]
  right: Node[]
  ribbons: Ribbon[]
  height: number
}

/** Gap between campaigns, as a share of all donors. */
const GAP = 0.1

const sum = (flows: Flow[]) => flows.reduce((total, { nombre }) => total + nombre, 0)

function stackNodes(names: string[], flows: Flow[], side: 'from' | 'to', gap: number): Node[] {
  let top = 0
  return names.map((name) => {
    const nombre = sum(flows.filter((flow) => flow[side] === name))
    const node = { name, nombre, top, bottom: top + nombre }
    top = node.bottom + gap
    return node
  })
}

/** Where a flow touches its campaign: below those preceding it in `flows`. */
function edgeOf(flow: Flow, flows: Flow[], nodes: Node[], side: 'from' | 'to'): Edge {
  const node = nodes.find(({ name }) => name === flow[side])
  const before = flows.slice(0, flows.indexOf(flow)).filter((other) => other[side] === flow[side])
  const top = (node?.top ?? 0) + sum(before)
  return { top, bottom: top + flow.nombre }
}

/** Lays out both sides in the same order, and the flows between them; empty flows are dropped. */
export function layoutFlows(all: Flow[]): FlowLayout {
  const names = [...new Set(all.flatMap(({ from, to }) => [from, to]))]
  const rank = ({ from, to }: Flow) => names.indexOf(from) * names.length + names.indexOf(to)
  const flows = all.filter(({ nombre }) => nombre > 0).sort((one, other) => rank(one) - rank(other))
  const total = sum(flows)
  const gap = total * GAP
  const left = stackNodes(names, flows, 'from', gap)
  const right = stackNodes(names, flows, 'to', gap)
  const ribbons = flows.map((flow) => ({
    ...flow,
    start: edgeOf(flow, flows, left, 'from'),
    end: edgeOf(flow, flows, right, 'to'),
  }))
  return { names, left, right, ribbons, height: total + gap * Math.max(0, names.length - 1) }
}
