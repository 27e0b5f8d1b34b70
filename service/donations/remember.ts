/**
 * Keeps what was computed for each key for as long as the stamp stays the same; those who ask for a key while
 * it is being computed get the same answer. A failure is not kept.
 */
export function remember<Key, Value>(): (
  stamp: string,
  key: Key,
  compute: () => Promise<Value>,
) => Promise<Value> {
  let kept = { stamp: '', values: new Map<Key, Promise<Value>>() }

  return (stamp, key, compute) => {
    if (kept.stamp !== stamp) kept = { stamp, values: new Map() }
    const { values } = kept
    const known = values.get(key)
    if (known) return known
    const computed = compute()
    values.set(key, computed)
    computed.catch(() => values.delete(key))
    return computed
  }
}
