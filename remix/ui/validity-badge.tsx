/** Whether a donor's gifts count. */
export function ValidityBadge({ excluded }: { excluded: boolean }) {
  return (
    <span className={`badge badge-${excluded ? 'error' : 'success'}`}>
      {excluded ? 'EXCLU' : 'VALIDE'}
    </span>
  )
}
