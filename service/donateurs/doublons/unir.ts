/** Everybody of these pairs, with one name for all whom pairs lead to one another. */
export function unir(paires: Iterable<readonly [string, string]>): Map<string, string> {
  const vers = new Map<string, string>()
  const nameOf = (contact: string): string => {
    let end = contact
    for (let next = vers.get(end); next !== undefined && next !== end; next = vers.get(end))
      end = next
    // Whoever is on the way is there at once the next time.
    for (let at = contact; at !== end;) {
      const next = vers.get(at) ?? end
      vers.set(at, end)
      at = next
    }
    vers.set(end, end)
    return end
  }
  for (const [one, other] of paires) vers.set(nameOf(one), nameOf(other))
  return new Map([...vers.keys()].map((contact) => [contact, nameOf(contact)]))
}
