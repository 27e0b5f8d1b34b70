import { Abandoned } from './abandon'

type Remember<Key, Value> = (
  stamp: string,
  key: Key,
  compute: () => Promise<Value>,
) => Promise<Value>

/**
 * Memoises by key while `stamp` is unchanged; callers share one computation, or redo it if the caller who ran it went
 * away; failures are not cached. Evicts the oldest beyond `most` values.
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
