/** A truncated hash; the full one is its tooltip. */
export function Hash({ hash }: { hash: string }) {
  return (
    <code className="unbroken" title={hash}>
      {hash.slice(0, 12)}…
    </code>
  )
}
