import type { Drawing } from '../ui/figure'

const KEPT = 300

/**
 * A chart depends on nothing but its arguments, and drawing takes most of a page's time: the latest are
 * kept, so that a chart is drawn once for each state of the data. Arguments are plain values.
 */
export function remembered<Args extends readonly unknown[]>(
  drawChart: (...args: Args) => Drawing,
): (...args: Args) => Drawing {
  const drawings = new Map<string, Drawing>()
  return (...args) => {
    const key = JSON.stringify(args)
    const drawing = drawings.get(key) ?? drawChart(...args)
    drawings.delete(key)
    drawings.set(key, drawing)
    const [oldest] = drawings.keys()
    if (drawings.size > KEPT && oldest !== undefined) drawings.delete(oldest)
    return drawing
  }
}
