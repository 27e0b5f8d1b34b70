/** A truncated hash; the full one is its tooltip. */
export function Hash({ hash, digits = 12 }: { hash: string; digits?: number }) {
  return (
    <code className="unbroken" title={hash}>
      {hash.slice(0, digits)}…
    </code>
  )
}
