/** Why a donor may be a fake, the weightiest first. */
export function Reasons({ raisons }: { raisons: readonly string[] }) {
  return (
    <ul className="reasons">
      {raisons.map((raison) => (
        <li key={raison}>{raison}</li>
      ))}
    </ul>
  )
}
