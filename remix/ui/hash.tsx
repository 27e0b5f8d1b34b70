/** The start of a hash; the whole is its tooltip. */
export function Hash({ hash }: { hash: string }) {
  return (
    <code className="unbroken" title={hash}>
      {hash.slice(0, 12)}…
    </code>
  )
}
