import { Abandoned } from './abandon'

type Remember<Key, Value> = (
  stamp: string,
  key: Key,
  compute: () => Promise<Value>,
) => Promise<Value>

/**
 * Keeps what was computed for each key for as long as the stamp stays the same; those who ask for a key while
 * it is being computed get the same answer, or compute it themselves if the one who did has gone away. A failure
 * is not kept. Of more than `most` values the oldest are dropped.
 */
export function remember<Key, Value>(most = Infinity): Remember<Key, Value> {
  let kept = { stamp: '', values: new Map<Key, Promise<Value>>() }

  const ask: Remember<Key, Value> = (stamp, key, compute) => {
    if (kept.stamp !== stamp) kept = { stamp, values: new Map() }
    const { values } = kept
    const known = values.get(key)
    if (known)
      return known.catch((error: unknown) => {
        if (error instanceof Abandoned) return ask(stamp, key, compute)
        throw error
      })
    const [oldest] = values.keys()
    if (oldest !== undefined && values.size >= most) values.delete(oldest)
    const computed = compute()
    values.set(key, computed)
    computed.catch(() => values.delete(key))
    return computed
  }
  return ask
}
