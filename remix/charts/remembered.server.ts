import type { Drawing } from '../ui/figure'

const KEPT = 300

/**
 * Memoises a chart by its arguments, which are plain values: drawing takes most of a page's time. Evicts the least
 * recently used.
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
